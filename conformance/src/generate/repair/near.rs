//! Near misses: wrong types for which no repair is asked, since what is due cannot be told from them without a guess
//! (REQ REP-1, REP-2).

use super::super::world::{Part, READ_BOTH_WAYS, stranger};
use super::super::{Choices, Json};
use super::filters::triple;
use super::wrong::Torn;
use crate::case::Category;
use crate::generate::place::{at, below, path, set};

/// A near miss.
pub(super) struct Near {
    /// Its name.
    pub(super) name: &'static str,
    /// The parts that the world must have.
    pub(super) parts: &'static [Part],
    /// The parts that it must not have.
    pub(super) missing: &'static [Part],
    /// Makes it.
    pub(super) make: fn(&mut Torn<'_>, &mut Choices<'_>),
}

const FILTERS: &str = "/next/arguments/filters";
const ARGUMENTS: &str = "/next/arguments";

/// Every near miss.
pub(super) const ALL: [Near; 26] = [
    near(
        "prose-for-object",
        &[Part::RepairEvidence],
        |torn, choices| {
            let text = format!("E-1 shows it ({})", choices.canary());
            put(torn, "/evidence/0", Json::string(text));
        },
    ),
    near(
        "prose-for-list",
        &[Part::RepairEvidence],
        |torn, choices| {
            let text = format!("E-1 shows it ({})", choices.canary());
            put(torn, "/evidence", Json::string(text));
        },
    ),
    near(
        "prose-for-arguments",
        &[Part::RepairArguments],
        |torn, choices| {
            let text = *choices.pick(&["all orders", "{status: open}", ""]);
            put(torn, ARGUMENTS, Json::string(text));
        },
    ),
    near("scalar-for-object", &[Part::RepairMeta], |torn, choices| {
        let value = match choices.upto(2) {
            0 => Json::Number("7".into()),
            1 => Json::Boolean(true),
            _ => Json::string("x"),
        };
        put(torn, "/groups/0/meta", value);
    }),
    near(
        "scalar-for-objects",
        &[Part::RepairEvidence],
        |torn, choices| {
            let value = match choices.upto(2) {
                0 => torn.world.visible.first().map_or(Json::Null, Json::string),
                1 => Json::Number("1".into()),
                _ => Json::Null,
            };
            put(torn, "/evidence", value);
        },
    ),
    near("encoded-list", &[Part::RepairEvidence], |torn, _| {
        encode(torn, "/evidence");
    }),
    near(
        "encoded-columns",
        &[Part::RepairColumns, Part::Table],
        |torn, choices| {
            let column = torn.world.column(choices);
            let list = Json::Array(vec![Json::string(column)]);
            let blank = *choices.pick(&["", " ", "\n"]);
            put(
                torn,
                "/next/arguments/columns",
                Json::string(format!("{blank}{}", list.value_text())),
            );
        },
    ),
    near(
        "encoded-filters",
        &[Part::RepairFilters],
        |torn, choices| {
            let filter = torn.world.filter(choices);
            let items = if choices.one_in(2) {
                Json::Array(triple(&filter))
            } else {
                filter
            };
            let list = Json::Array(vec![items]);
            put(torn, FILTERS, Json::string(list.value_text()));
        },
    ),
    near(
        "positional-evidence",
        &[Part::RepairEvidence],
        |torn, choices| {
            let id = torn.world.visible.first().map_or(Json::Null, Json::string);
            let items = vec![id, Json::Number("0.5".into())];
            if choices.one_in(2) {
                set(&mut torn.wrong, &path("/evidence"), Json::Array(items));
                fault(torn, "/evidence/0");
                fault(torn, "/evidence/1");
            } else {
                set(
                    &mut torn.wrong,
                    &path("/evidence"),
                    Json::Array(vec![Json::Array(items)]),
                );
                fault(torn, "/evidence/0");
            }
        },
    ),
    near(
        "list-of-two-objects",
        &[Part::RepairMeta],
        |torn, choices| {
            let object = Json::object([("level", Json::Number("1".into()))]);
            let others = if choices.one_in(2) {
                object.clone()
            } else {
                Json::Object(Vec::new())
            };
            put(torn, "/groups/0/meta", Json::Array(vec![object, others]));
        },
    ),
    near(
        "empty-list-for-object",
        &[Part::RepairArguments],
        |torn, _| {
            put(torn, ARGUMENTS, Json::Array(Vec::new()));
        },
    ),
    near(
        "list-of-scalars-for-object",
        &[Part::RepairMeta],
        |torn, choices| {
            let item = (*choices.pick(&["7", "null", "[]", "[{}]", "\"x\""])).to_owned();
            put(torn, "/groups/0/meta", Json::Array(vec![Json::Raw(item)]));
        },
    ),
    near("object-for-scalars", &[Part::RepairTags], |torn, _| {
        let object = Json::object([("a", Json::string("x"))]);
        put(torn, "/groups/0/tags", object);
    }),
    near(
        "other-scalar-for-list",
        &[Part::RepairTags, Part::RepairScores],
        |torn, choices| {
            let (place, token) = *choices.pick(&[
                ("/groups/0/tags", "7"),
                ("/groups/0/scores", "\"7\""),
                ("/groups/0/scores", "7.5"),
                ("/groups/0/tags", "true"),
            ]);
            put(torn, place, Json::Raw(token.to_owned()));
        },
    ),
    near("list-too-deep", &[Part::RepairTags], |torn, _| {
        let list = Json::Array(vec![Json::Array(vec![Json::string("x")])]);
        set(&mut torn.wrong, &path("/groups/0/tags"), list);
        fault(torn, "/groups/0/tags/0");
    }),
    near("odd", &[Part::RepairOdd], |torn, choices| {
        let (key, value, place) = *choices.pick(&[
            ("mixed", r#"{"a":1}"#, "/odd/mixed"),
            ("mixed", r#""x""#, "/odd/mixed"),
            ("chosen", r#""x""#, "/odd/chosen"),
            ("labels", r#"{"a":"x"}"#, "/odd/labels"),
            ("whole", "7.5", "/odd/whole"),
        ]);
        torn.wrong
            .put("odd", Json::object([(key, Json::Raw(value.to_owned()))]));
        fault(torn, place);
    }),
    near(
        "triple-of-unknown-name",
        &[Part::RepairFilters],
        |torn, choices| {
            let mut items = triple(&torn.world.filter(choices));
            let at = choices.upto(1);
            let known = [torn.world.columns(), torn.world.operators()][at];
            items[at] = Json::string(stranger(known, choices));
            one_item(torn, items);
        },
    ),
    near(
        "triple-of-no-scalar",
        &[Part::RepairFilters],
        |torn, choices| {
            let mut items = triple(&torn.world.filter(choices));
            items[2] = Json::Raw((*choices.pick(&["[]", "{}", "[1]"])).to_owned());
            one_item(torn, items);
        },
    ),
    near(
        "six-that-read-both-ways-in-a-list",
        &[Part::RepairFilters, Part::ReadBothWays],
        |torn, choices| {
            let [column, operator] = READ_BOTH_WAYS;
            let names = ["column", column, "operator", operator, "value"];
            let mut items = names.map(Json::string).to_vec();
            items.push(torn.world.scalar(choices));
            one_item(torn, items);
        },
    ),
    near(
        "triple-too-short",
        &[Part::RepairFilters],
        |torn, choices| {
            let mut items = triple(&torn.world.filter(choices));
            match choices.upto(3) {
                0 => items.truncate(2),
                1 => items.truncate(1),
                2 => items.push(Json::Null),
                _ => items.clear(),
            }
            one_item(torn, items);
        },
    ),
    near(
        "triples-and-a-rest",
        &[Part::RepairFilters],
        |torn, choices| {
            let filter = torn.world.filter(choices);
            let mut items = [triple(&filter), triple(&filter)].concat();
            if choices.one_in(2) {
                items.pop();
            } else {
                items.push(Json::Number("1".into()));
            }
            flat(torn, items);
        },
    ),
    near(
        "filter-and-a-triple-in-one-list",
        &[Part::RepairFilters],
        |torn, choices| {
            let filter = torn.world.filter(choices);
            let mut items = triple(&filter);
            items.extend(triple(&filter));
            items.insert(choices.upto(1) * 6, filter);
            flat(torn, items);
        },
    ),
    near(
        "another-error-inside",
        &[Part::RepairEvidence],
        |torn, choices| {
            let first = torn.world.evidence(choices);
            let mut second = torn.world.evidence(choices);
            let value = (*choices.pick(&["\"high\"", "2", "[0.5]", "{}", "null"])).to_owned();
            second.put("confidence", Json::Raw(value));
            let items = vec![Json::Array(vec![first]), second];
            set(&mut torn.wrong, &path("/evidence"), Json::Array(items));
            fault(torn, "/evidence/0");
            fault(torn, "/evidence/1/confidence");
        },
    ),
    near(
        "missing-member-inside",
        &[Part::RepairEvidence, Part::Required],
        |torn, choices| {
            let first = torn.world.evidence(choices);
            let mut second = torn.world.evidence(choices);
            second.take("confidence");
            let items = vec![Json::Array(vec![first]), second];
            set(&mut torn.wrong, &path("/evidence"), Json::Array(items));
            fault(torn, "/evidence/0");
            fault(torn, "/evidence/1");
        },
    ),
    Near {
        name: "at-no-repairable-position",
        parts: &[
            Part::RepairEvidence,
            Part::Columns,
            Part::Groups,
            Part::Filters,
        ],
        missing: &[],
        make: |torn, choices| {
            // `Plan` sees to it that none of these is repairable.
            let (place, value) = match choices.upto(2) {
                0 => (
                    "/next/arguments/columns",
                    Json::string(torn.world.column(choices)),
                ),
                1 => ("/groups/0/tags", Json::string("x")),
                _ => ("/groups", Json::object([("name", Json::string("x"))])),
            };
            put(torn, place, value);
            if place == "/groups" && torn.world.parts.has(Part::Required) {
                torn.faults.add(&[Category::Schema], "/groups");
            }
        },
    },
    near(
        "errors-with-no-position-above-both",
        &[Part::RepairEvidence, Part::RepairTags],
        |torn, choices| {
            let evidence = torn.world.evidence(choices);
            put(torn, "/evidence", evidence);
            put(torn, "/groups/0/tags", Json::string("x"));
        },
    ),
];

const fn near(
    name: &'static str,
    parts: &'static [Part],
    make: fn(&mut Torn<'_>, &mut Choices<'_>),
) -> Near {
    Near {
        name,
        parts,
        missing: &[],
        make,
    }
}

/// Puts a wrong value at a place.
fn put(torn: &mut Torn<'_>, place: &str, value: Json) {
    set(&mut torn.wrong, &path(place), value);
    fault(torn, place);
}

fn fault(torn: &mut Torn<'_>, place: &str) {
    torn.fault(&path(place));
}

/// A list as a string of its JSON text.
fn encode(torn: &mut Torn<'_>, place: &str) {
    let list = at(&mut torn.wrong, &path(place)).map(|list| list.value_text());
    put(torn, place, Json::string(list.unwrap_or_default()));
}

/// A list of filters with one item that is no filter.
fn one_item(torn: &mut Torn<'_>, items: Vec<Json>) {
    let list = Json::Array(vec![Json::Array(items)]);
    set(&mut torn.wrong, &path(FILTERS), list);
    torn.fault(&below(&path(FILTERS), &0));
}

/// A list of what is no filter, but for those that are.
fn flat(torn: &mut Torn<'_>, items: Vec<Json>) {
    for (index, item) in items.iter().enumerate() {
        if !matches!(item, Json::Object(_)) {
            torn.fault(&below(&path(FILTERS), &index));
        }
    }
    let most = torn.world.tool().and_then(|tool| tool.max_filters);
    if most.is_some_and(|most| most < items.len()) {
        torn.faults.add(&[Category::Tool], FILTERS);
    }
    set(&mut torn.wrong, &path(FILTERS), Json::Array(items));
}
