//! Near misses of primitive filters, all of them left alone and so rejected (REQ FIL-1, FIL-3, FIL-4).

use super::super::super::world::{Part, READ_BOTH_WAYS, stranger};
use super::super::super::{Choices, Json};
use super::call::unknown_table;
use super::{ARGUMENTS, Answer, Break};
use crate::case::Category::{Action, Schema, Tool};

const NEAR: &[&str] = &["FIL-1", "FIL-3", "FIL-4", "VAL-1"];
const NEEDED: &[Part] = &[Part::RewriteFilters, Part::Table];
const ONE_TABLE: &[Part] = &[Part::Columns, Part::Also];

/// Faults at filter positions.
pub(super) const ALL: [Break; 20] = [
    near("triple-unknown-column", |answer, choices| {
        let [_, operator, value] = triple(answer, choices);
        let column = stranger(answer.world.columns(), choices);
        left(answer, vec![Json::string(column), operator, value], choices);
    }),
    near("triple-unknown-operator", |answer, choices| {
        let [column, _, value] = triple(answer, choices);
        let operator = stranger(answer.world.operators(), choices);
        left(answer, vec![column, Json::string(operator), value], choices);
    }),
    near("triple-swapped", |answer, choices| {
        let [_, operator, _] = triple(answer, choices);
        let column = first_column(answer);
        // The first column is no operator, so no order but the right one reads right.
        let value = Json::Number("1".into());
        let items = match choices.upto(3) {
            0 => vec![operator, column, value],
            1 => vec![value, column, operator],
            2 => vec![column, value, operator],
            _ => vec![operator, value, column],
        };
        left(answer, items, choices);
    }),
    near("labels-in-another-order", |answer, choices| {
        let [column, operator, value] = triple(answer, choices);
        let [c, o, v] = ["column", "operator", "value"].map(Json::string);
        let items = match choices.upto(3) {
            0 => vec![o, operator, c, column, v, value],
            1 => vec![c, column, v, value, o, operator],
            2 => vec![c, o, v, column, operator, value],
            _ => vec![column, c, operator, o, value, v],
        };
        // What stands where the labels are due may be those names.
        if is_labelled(&items) {
            return one_too_deep(answer, choices);
        }
        left(answer, items, choices);
    }),
    near("labels-misspelt", |answer, choices| {
        let mut items = labelled(answer, choices).to_vec();
        let at = 2 * choices.upto(2);
        let known = [["column"], ["operator"], ["value"]][at / 2].map(str::to_owned);
        items[at] = Json::string(stranger(&known, choices));
        left(answer, items, choices);
    }),
    near("labels-of-unknown-name", |answer, choices| {
        let mut items = labelled(answer, choices).to_vec();
        match choices.upto(2) {
            0 => items[1] = Json::string(stranger(answer.world.columns(), choices)),
            1 => items[3] = Json::string(stranger(answer.world.operators(), choices)),
            _ => {
                let operator = items[3].clone();
                (items[1], items[3]) = (operator, first_column(answer));
            }
        }
        left(answer, items, choices);
    }),
    near("value-no-scalar", |answer, choices| {
        let value = match choices.upto(2) {
            0 => Json::Array(vec![Json::Number("1".into())]),
            1 => Json::Array(Vec::new()),
            _ => Json::object([("a", Json::Null)]),
        };
        let mut items = if choices.one_in(3) {
            labelled(answer, choices).to_vec()
        } else {
            triple(answer, choices).to_vec()
        };
        items.pop();
        items.push(value);
        left(answer, items, choices);
    }),
    near("two-triples", |answer, choices| {
        let [column, operator, _] = triple(answer, choices);
        // A number is no label, so this is no labelled form.
        let one = [column, operator, Json::Number("1".into())];
        let items = one.iter().chain(&one).cloned().collect();
        left(answer, items, choices);
    }),
    near("list-of-triples", |answer, choices| {
        let triple = Json::Array(triple(answer, choices).to_vec());
        left(answer, vec![triple.clone(), triple], choices);
    }),
    near("triple-too-deep", one_too_deep),
    Break {
        name: "six-that-read-both-ways",
        requirements: NEAR,
        needed: &[Part::ReadBothWays],
        missing: &[],
        make: |answer, choices| {
            let [column, operator] = READ_BOTH_WAYS;
            let names = ["column", column, "operator", operator, "value"];
            let mut items: Vec<_> = names.map(Json::string).to_vec();
            items.push(answer.world.scalar(choices));
            left(answer, items, choices);
        },
    },
    near("too-few-or-many", |answer, choices| {
        let mut items = triple(answer, choices).to_vec();
        match choices.upto(3) {
            0 => items.truncate(2),
            1 => items.truncate(1),
            2 => items.push(Json::Null),
            _ => items.extend(triple(answer, choices).into_iter().take(2)),
        }
        left(answer, items, choices);
    }),
    near("name-no-string", |answer, choices| {
        let mut items = triple(answer, choices).to_vec();
        let at = choices.upto(1);
        let name = items[at].clone();
        items[at] = match choices.upto(2) {
            0 => Json::Null,
            1 => Json::Number("0".into()),
            _ => Json::Array(vec![name]),
        };
        left(answer, items, choices);
    }),
    near("no-list-of-filters", |answer, choices| {
        let filters = match choices.upto(3) {
            0 => Json::Null,
            1 => Json::string(Json::Array(triple(answer, choices).to_vec()).value_text()),
            2 => answer.world.filter(choices),
            _ => Json::string(answer.world.column(choices)),
        };
        answer.put(&ARGUMENTS, "filters", filters);
        answer.fault(&[Schema, Tool], "/next/arguments/filters");
    }),
    Break {
        name: "no-filter-where-one-is-due",
        requirements: &["FIL-4", "VAL-1"],
        needed: &[Part::SomeFilter],
        missing: &[],
        make: |answer, _| {
            answer.put(&ARGUMENTS, "filters", Json::Array(Vec::new()));
            answer.fault(&[Schema], "/next/arguments/filters");
        },
    },
    Break {
        name: "triple-without-table",
        requirements: NEAR,
        needed: NEEDED,
        missing: ONE_TABLE,
        make: |answer, choices| {
            let items = triple(answer, choices).to_vec();
            left(answer, items, choices);
            answer.take(&ARGUMENTS, "table");
            answer.fault(&[Tool], "/next/arguments");
        },
    },
    Break {
        name: "triple-of-unknown-table",
        requirements: NEAR,
        needed: NEEDED,
        missing: ONE_TABLE,
        make: |answer, choices| {
            let items = triple(answer, choices).to_vec();
            left(answer, items, choices);
            let name = unknown_table(answer, choices);
            answer.put(&ARGUMENTS, "table", Json::string(name));
            answer.fault(&[Tool], "/next/arguments/table");
        },
    },
    Break {
        name: "triple-of-unknown-action",
        requirements: NEAR,
        needed: NEEDED,
        missing: ONE_TABLE,
        make: |answer, choices| {
            let items = triple(answer, choices).to_vec();
            left(answer, items, choices);
            let tools = answer.world.tools.iter();
            let names: Vec<_> = tools.map(|tool| tool.name.clone()).collect();
            answer.put(&["next"], "action", Json::string(stranger(&names, choices)));
            answer.fault(&[Action], "/next/action");
        },
    },
    Break {
        name: "triple-of-no-table",
        requirements: NEAR,
        needed: &[Part::RewriteFilters],
        missing: &[Part::Table],
        make: |answer, choices| {
            let items = triple(answer, choices).to_vec();
            left(answer, items, choices);
        },
    },
    Break {
        name: "triple-at-no-position",
        requirements: NEAR,
        needed: &[Part::Filters, Part::Table],
        missing: &[Part::RewriteFilters, Part::RewriteAlso],
        make: |answer, choices| {
            let items = triple(answer, choices).to_vec();
            left(answer, items, choices);
        },
    },
];

/// A near miss for which a table and a filter position are all that is needed.
const fn near(name: &'static str, make: fn(&mut Answer<'_>, &mut Choices<'_>)) -> Break {
    Break {
        name,
        requirements: NEAR,
        needed: NEEDED,
        missing: &[],
        make,
    }
}

/// The items of a filter that would be rewritten.
fn triple(answer: &Answer<'_>, choices: &mut Choices<'_>) -> [Json; 3] {
    let column = Json::string(answer.world.column(choices));
    let operator = Json::string(answer.world.operator(choices));
    [column, operator, answer.world.scalar(choices)]
}

/// The items of a labelled filter that would be rewritten.
fn labelled(answer: &Answer<'_>, choices: &mut Choices<'_>) -> [Json; 6] {
    let [column, operator, value] = triple(answer, choices);
    let [c, o, v] = ["column", "operator", "value"].map(Json::string);
    [c, column, o, operator, v, value]
}

fn is_labelled(items: &[Json]) -> bool {
    let labels = items.iter().step_by(2);
    labels.eq(&["column", "operator", "value"].map(Json::string))
}

fn one_too_deep(answer: &mut Answer<'_>, choices: &mut Choices<'_>) {
    let triple = Json::Array(triple(answer, choices).to_vec());
    left(answer, vec![triple], choices);
}

/// The column that is no operator.
fn first_column(answer: &Answer<'_>) -> Json {
    Json::string(answer.world.columns().first().map_or("", String::as_str))
}

/// Puts items that no rule rewrites where a list of filters is due: each of them is no filter.
fn left(answer: &mut Answer<'_>, items: Vec<Json>, choices: &mut Choices<'_>) {
    let also = ["next", "arguments", "also"];
    let has_also = answer.world.parts.has(Part::RewriteAlso) && answer.json.at(&also).is_some();
    let (object, place) = if has_also && choices.one_in(2) {
        (&also[..], "/next/arguments/also/filters")
    } else {
        (&ARGUMENTS[..], "/next/arguments/filters")
    };
    // A tool without tables takes any filters.
    let reasons = match answer.world.table() {
        Some(_) => &[Schema, Tool][..],
        None => &[Schema],
    };
    for index in 0..items.len() {
        answer.fault(reasons, format!("{place}/{index}"));
    }
    let most = answer.world.tool().and_then(|tool| tool.max_filters);
    if most.is_some_and(|most| most < items.len()) {
        answer.fault(&[Tool], place);
    }
    answer.put(object, "filters", Json::Array(items));
}
