//! Objects, lists and members that are dropped, invented, renamed, moved or wrapped (REQ REP-6, REP-8, REP-9, FIL-4).

use super::{Family, Json, Sent, all, at, is_same, is_scalar, places, with};
use crate::generate::place::{Path, below};

/// The families.
pub(super) const ALL: [Family; 16] = [
    Family {
        name: "key-renamed",
        requirements: &["REP-6"],
        changes: renamed,
    },
    Family {
        name: "member-invented",
        requirements: &["REP-5"],
        changes: invented,
    },
    Family {
        name: "member-dropped",
        requirements: &["REP-5"],
        changes: dropped_members,
    },
    Family {
        name: "item-dropped",
        requirements: &["REP-5"],
        changes: |sent| items(sent, |items, index| drop(items.remove(index))),
    },
    Family {
        name: "item-doubled",
        requirements: &["REP-5"],
        changes: |sent| items(sent, |items, index| items.push(items[index].clone())),
    },
    Family {
        name: "object-emptied",
        requirements: &["REP-5", "REP-6"],
        changes: emptied,
    },
    Family {
        name: "empty-object-invented",
        requirements: &["REP-6"],
        changes: empty_objects,
    },
    Family {
        name: "filters-emptied",
        requirements: &["FIL-4", "REP-5"],
        changes: no_filters,
    },
    Family {
        name: "frame-reordered",
        requirements: &["REP-6"],
        changes: reordered,
    },
    Family {
        name: "left-as-it-was",
        requirements: &["REP-9"],
        changes: |sent| {
            let mut wrong = sent.torn.wrong.clone();
            at(&mut wrong, &sent.path)
                .into_iter()
                .map(|value| value.clone())
                .collect()
        },
    },
    Family {
        name: "in-one-more-list",
        requirements: &["REP-9"],
        changes: |sent| vec![Json::Array(vec![sent.value.clone()])],
    },
    Family {
        name: "under-its-own-name",
        requirements: &["REP-4", "REP-9"],
        changes: under_its_name,
    },
    Family {
        name: "right-elsewhere",
        requirements: &["REP-8", "REP-9"],
        changes: elsewhere,
    },
    Family {
        name: "encoded-replacement",
        requirements: &["REP-4", "REP-5"],
        changes: encoded,
    },
    Family {
        name: "list-taken-off",
        requirements: &["REP-9"],
        changes: unlisted,
    },
    Family {
        name: "nothing-in-its-place",
        requirements: &["REP-5", "FIL-4"],
        changes: |sent| {
            let empty = match sent.value {
                Json::Array(_) => Json::Array(Vec::new()),
                _ => Json::Object(Vec::new()),
            };
            vec![Json::Null, empty]
        },
    },
];

/// Every object of the right value, with its members.
fn objects<'s>(sent: &'s Sent<'_>) -> Vec<(Path, &'s [(String, Json)])> {
    let members = |(path, value): (Path, &'s Json)| match value {
        Json::Object(members) => Some((path, &**members)),
        _ => None,
    };
    all(sent).into_iter().filter_map(members).collect()
}

/// Every list of the right value, with its items.
fn lists<'s>(sent: &'s Sent<'_>) -> Vec<(Path, &'s [Json])> {
    let items = |(path, value): (Path, &'s Json)| match value {
        Json::Array(items) => Some((path, &**items)),
        _ => None,
    };
    all(sent).into_iter().filter_map(items).collect()
}

/// Whether there is a scalar in a value.
fn has_scalar(value: &Json) -> bool {
    places(value, &[]).iter().any(|(_, value)| is_scalar(value))
}

/// Changes of each member of each object.
fn members(sent: &Sent<'_>, change: impl Fn(&mut Vec<(String, Json)>, usize) -> bool) -> Vec<Json> {
    let mut changes = Vec::new();
    for (path, members) in objects(sent) {
        for index in 0..members.len() {
            let mut members = members.to_vec();
            if change(&mut members, index) {
                changes.push(with(sent, &path, Json::Object(members)));
            }
        }
    }
    changes
}

/// Changes of each item of each list, those that hold no scalar aside.
fn items(sent: &Sent<'_>, change: fn(&mut Vec<Json>, usize)) -> Vec<Json> {
    let mut changes = Vec::new();
    for (path, items) in lists(sent) {
        for index in (0..items.len()).filter(|index| has_scalar(&items[*index])) {
            let mut items = items.to_vec();
            change(&mut items, index);
            changes.push(with(sent, &path, Json::Array(items)));
        }
    }
    changes
}

fn renamed(sent: &Sent<'_>) -> Vec<Json> {
    members(sent, |members, index| {
        let key = &members[index].0;
        let mut name = key.to_uppercase();
        while members.iter().any(|(key, _)| *key == name) {
            name.push('_');
        }
        members[index].0 = name;
        true
    })
}

fn invented(sent: &Sent<'_>) -> Vec<Json> {
    objects(sent)
        .into_iter()
        .flat_map(|(path, members)| {
            ["confidence", "note", "value"]
                .into_iter()
                .zip([Json::Number("1".into()), Json::string(""), Json::Null])
                .filter(|(name, _)| members.iter().all(|(key, _)| key != name))
                .map(|(name, value)| {
                    let mut members = members.to_vec();
                    members.push((name.to_owned(), value));
                    with(sent, &path, Json::Object(members))
                })
                .collect::<Vec<_>>()
        })
        .collect()
}

fn dropped_members(sent: &Sent<'_>) -> Vec<Json> {
    members(sent, |members, index| {
        let (_, value) = members.remove(index);
        has_scalar(&value)
    })
}

fn emptied(sent: &Sent<'_>) -> Vec<Json> {
    let objects = objects(sent).into_iter();
    objects
        .filter(|(_, members)| members.iter().any(|(_, value)| has_scalar(value)))
        .map(|(path, _)| with(sent, &path, Json::Object(Vec::new())))
        .collect()
}

/// An empty object more, in a list of objects or as a member.
fn empty_objects(sent: &Sent<'_>) -> Vec<Json> {
    let mut changes = Vec::new();
    for (path, items) in lists(sent) {
        if matches!(items.first(), Some(Json::Object(_))) {
            let mut items = items.to_vec();
            items.push(Json::Object(Vec::new()));
            changes.push(with(sent, &path, Json::Array(items)));
        }
    }
    for (path, members) in objects(sent) {
        let mut members = members.to_vec();
        members.push(("new".to_owned(), Json::Object(Vec::new())));
        changes.push(with(sent, &path, Json::Object(members)));
    }
    changes
}

fn no_filters(sent: &Sent<'_>) -> Vec<Json> {
    let is_filters = |path: &Path| path.last().is_some_and(|last| last == "filters");
    let mut changes = Vec::new();
    for (path, items) in lists(sent) {
        if is_filters(&path) && !items.is_empty() {
            for nothing in [Json::Array(Vec::new()), Json::Null] {
                changes.push(with(sent, &path, nothing));
            }
        }
    }
    let without = members(sent, |members, index| {
        let (key, value) = members.remove(index);
        key == "filters" && has_scalar(&value)
    });
    changes.extend(without);
    changes
}

/// Two items of a list in each other's place, both of them at places of their own and equal to no other.
fn reordered(sent: &Sent<'_>) -> Vec<Json> {
    let mut changes = Vec::new();
    for (path, items) in lists(sent) {
        let is_loose = |index: usize| sent.torn.triples.contains(&below(&path, &index));
        let is_alone = |index: usize| {
            let others = items.iter().enumerate();
            let mut others = others.filter(|(other, _)| *other != index);
            others.all(|(_, other)| !is_same(other, &items[index]))
        };
        let fixed: Vec<usize> = (0..items.len())
            .filter(|index| !is_loose(*index) && is_alone(*index))
            .collect();
        for pair in fixed.windows(2) {
            let mut items = items.to_vec();
            items.swap(pair[0], pair[1]);
            changes.push(with(sent, &path, Json::Array(items)));
        }
    }
    changes
}

fn under_its_name(sent: &Sent<'_>) -> Vec<Json> {
    let name = sent.path.last().map_or("", String::as_str);
    vec![Json::object([(name, sent.value.clone())])]
}

/// What is right at the place above.
fn elsewhere(sent: &Sent<'_>) -> Vec<Json> {
    let mut clean = sent.torn.clean.clone();
    let above = sent.path.split_last().map_or(&[][..], |(_, above)| above);
    at(&mut clean, above)
        .into_iter()
        .map(|value| value.clone())
        .collect()
}

/// A list or an object as a string of its JSON text.
fn encoded(sent: &Sent<'_>) -> Vec<Json> {
    let containers = all(sent).into_iter().filter(|(_, value)| !is_scalar(value));
    containers
        .map(|(path, value)| with(sent, &path, Json::string(value.value_text())))
        .collect()
}

/// A list of one object or scalar as that one.
fn unlisted(sent: &Sent<'_>) -> Vec<Json> {
    let lists = lists(sent).into_iter();
    lists
        .filter(|(_, items)| items.len() == 1)
        .map(|(path, items)| with(sent, &path, items[0].clone()))
        .collect()
}
