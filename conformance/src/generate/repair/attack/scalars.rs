//! Scalars that are changed, retyped, doubled, exchanged or moved (REQ REP-5, REP-6, REP-7).

use super::{Family, Json, Sent, all, is_same, is_scalar, set, with};
use crate::generate::place::Path;

/// The families.
pub(super) const ALL: [Family; 9] = [
    Family {
        name: "scalar-changed",
        requirements: &["REP-5", "REP-9"],
        changes: changed,
    },
    Family {
        name: "name-changed-to-a-known-one",
        requirements: &["REP-5", "REP-7", "REP-9"],
        changes: known,
    },
    Family {
        name: "scalar-retyped",
        requirements: &["REP-5"],
        changes: retyped,
    },
    Family {
        name: "scalar-dropped-another-doubled",
        requirements: &["REP-5"],
        changes: doubled,
    },
    Family {
        name: "column-and-value-swapped",
        requirements: &["REP-7", "REP-6"],
        changes: swapped,
    },
    Family {
        name: "triple-parts-exchanged",
        requirements: &["REP-7"],
        changes: |sent| exchanged(sent, true),
    },
    Family {
        name: "values-exchanged",
        requirements: &["REP-6"],
        changes: |sent| exchanged(sent, false),
    },
    Family {
        name: "member-moved",
        requirements: &["REP-6"],
        changes: moved,
    },
    Family {
        name: "scalar-in-a-list",
        requirements: &["REP-6", "REP-9"],
        changes: listed,
    },
];

/// How many pairs of places are looked at, at most.
const PAIRS: usize = 64;

fn scalars<'s>(sent: &'s Sent<'_>) -> Vec<(Path, &'s Json)> {
    let mut scalars = all(sent);
    scalars.retain(|(_, value)| is_scalar(value));
    scalars
}

/// Another value of the same type.
fn changed(sent: &Sent<'_>) -> Vec<Json> {
    let others = |value: &Json| match value {
        Json::String(text) => vec![Json::string(format!("{text}x")), Json::string("E-999")],
        Json::Number(_) => ["0", "0.75", "1"]
            .map(|token| Json::Number(token.into()))
            .to_vec(),
        Json::Boolean(value) => vec![Json::Boolean(!value)],
        _ => Vec::new(),
    };
    scalars(sent)
        .into_iter()
        .flat_map(|(path, value)| {
            let others = others(value).into_iter();
            let others = others.filter(|other| !is_same(other, value));
            others
                .map(|other| with(sent, &path, other))
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Another name that the contract knows, so that the rebuilt response may well be valid.
fn known(sent: &Sent<'_>) -> Vec<Json> {
    let world = sent.torn.world;
    scalars(sent)
        .into_iter()
        .filter_map(|(path, value)| {
            let Json::String(text) = value else {
                return None;
            };
            let names = match path.last()?.as_str() {
                "id" => &world.visible,
                "operator" => world.operators(),
                _ => world.columns(),
            };
            let other = names.iter().find(|name| *name != text)?;
            Some(with(sent, &path, Json::string(other)))
        })
        .collect()
}

/// The same scalar as another type.
fn retyped(sent: &Sent<'_>) -> Vec<Json> {
    let other = |value: &Json| match value {
        Json::String(text) => match text.as_str() {
            "true" => Json::Boolean(true),
            "null" => Json::Null,
            text if crate::exact::Value::read(text)
                .is_ok_and(|value| matches!(value, crate::exact::Value::Number(_))) =>
            {
                Json::Number(text.to_owned())
            }
            _ => Json::Null,
        },
        other => Json::string(other.value_text()),
    };
    scalars(sent)
        .into_iter()
        .map(|(path, value)| with(sent, &path, other(value)))
        .collect()
}

/// One scalar in the place of another.
fn doubled(sent: &Sent<'_>) -> Vec<Json> {
    pairs(&scalars(sent))
        .filter(|[one, other]| !is_same(one.1, other.1))
        .map(|[one, other]| with(sent, &one.0, other.1.clone()))
        .collect()
}

/// Column and value of one filter in each other's place, both strings.
fn swapped(sent: &Sent<'_>) -> Vec<Json> {
    all(sent)
        .into_iter()
        .filter_map(|(path, value)| {
            let mut filter = value.clone();
            let [column, value] = ["column", "value"].map(|key| {
                let found = filter.at(&[key]).map(|value| value.clone());
                found.filter(|value| matches!(value, Json::String(_)))
            });
            let (column, value) = (column?, value?);
            if column == value {
                return None;
            }
            filter.put("column", value);
            filter.put("value", column);
            Some(with(sent, &path, filter))
        })
        .collect()
}

/// The values of one key exchanged between two objects that differ elsewhere too, so that it is no mere exchange of
/// places; of two filters that were both triples, or of two other objects.
fn exchanged(sent: &Sent<'_>, of_triples: bool) -> Vec<Json> {
    let mut objects = all(sent);
    objects.retain(|(_, value)| matches!(value, Json::Object(_)));
    let is_triple = |path: &Path| sent.torn.triples.contains(path);
    let mut changes = Vec::new();
    for [(one_path, one), (other_path, other)] in pairs(&objects) {
        let is_apart = !one_path.starts_with(other_path) && !other_path.starts_with(one_path);
        if !is_apart || (is_triple(one_path) && is_triple(other_path)) != of_triples {
            continue;
        }
        let Json::Object(members) = one else {
            continue;
        };
        for (key, value) in members {
            let mut other = (*other).clone();
            let Some(theirs) = other.at(&[key]).map(|value| value.clone()) else {
                continue;
            };
            let mut one = (*one).clone();
            if !is_scalar(value) || !is_scalar(&theirs) || is_same(value, &theirs) {
                continue;
            }
            let before = one.clone();
            one.put(key, theirs);
            other.put(key, value.clone());
            if is_same(&other, &before) {
                continue;
            }
            changes.push(both(sent, (one_path, one), (other_path, other)));
        }
    }
    changes
}

/// A member of one object in another that has none of that name.
fn moved(sent: &Sent<'_>) -> Vec<Json> {
    let mut objects = all(sent);
    objects.retain(|(_, value)| matches!(value, Json::Object(_)));
    let mut changes = Vec::new();
    for [(from_path, from), (to_path, to)] in pairs(&objects) {
        let Json::Object(members) = from else {
            continue;
        };
        for (key, value) in members {
            let mut to = (*to).clone();
            let is_apart = !from_path.starts_with(to_path) && !to_path.starts_with(from_path);
            if !is_apart || !is_scalar(value) || to.at(&[key]).is_some() {
                continue;
            }
            let mut from = (*from).clone();
            from.take(key);
            to.put(key, value.clone());
            changes.push(both(sent, (from_path, from), (to_path, to)));
        }
    }
    changes
}

/// A scalar member as a list of itself.
fn listed(sent: &Sent<'_>) -> Vec<Json> {
    let is_index = |path: &Path| {
        let last = path.last();
        last.is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()))
    };
    scalars(sent)
        .into_iter()
        .filter(|(path, _)| !is_index(path))
        .map(|(path, value)| with(sent, &path, Json::Array(vec![value.clone()])))
        .collect()
}

fn both(sent: &Sent<'_>, one: (&Path, Json), other: (&Path, Json)) -> Json {
    let mut changed = sent.value.clone();
    for (path, value) in [one, other] {
        set(&mut changed, &path[sent.path.len()..], value);
    }
    changed
}

/// Pairs of different places, in both orders.
fn pairs<T>(all: &[T]) -> impl Iterator<Item = [&T; 2]> {
    let pair = |(index, one)| {
        let others = all.iter().enumerate();
        others
            .filter(move |(other, _)| *other != index)
            .map(move |(_, other)| [one, other])
    };
    all.iter().enumerate().flat_map(pair).take(PAIRS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_of_two_places() {
        let found: Vec<_> = pairs(&[1, 2, 3])
            .map(|[one, other]| (*one, *other))
            .collect();
        assert_eq!(found, [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)]);
    }
}
