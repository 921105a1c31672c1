//! Faults of the call: action, table, columns, filters that are objects, limit, budget.

use super::super::super::world::{Part, stranger, text};
use super::super::super::{Choices, Json};
use super::members::no_string;
use super::{ARGUMENTS, Answer, Break};
use crate::case::Category::{Action, Budget, Schema, Tool};

const CHECKED: &[&str] = &["VAL-1", "VAL-2"];

/// No action is left.
pub(in super::super) const EXHAUSTED: Break = Break {
    name: "exhausted-budget",
    requirements: CHECKED,
    needed: &[Part::Exhausted],
    missing: &[],
    make: |answer, _| {
        answer.fault(&[Budget], "/next/action");
    },
};

/// Faults in the call.
pub(super) const ALL: [Break; 14] = [
    Break {
        name: "unknown-action",
        requirements: CHECKED,
        needed: &[Part::Tools],
        missing: &[],
        make: |answer, choices| {
            let tools = answer.world.tools.iter();
            let names: Vec<_> = tools.map(|tool| tool.name.clone()).collect();
            answer.put(&["next"], "action", Json::string(stranger(&names, choices)));
            answer.fault(&[Action], "/next/action");
        },
    },
    Break {
        name: "no-action",
        requirements: CHECKED,
        needed: &[Part::Tools],
        missing: &[],
        make: |answer, choices| {
            if choices.one_in(2) {
                answer.put(&["next"], "action", no_string(choices));
                answer.fault(&[Action, Schema], "/next/action");
            } else {
                answer.take(&["next"], "action");
                answer.fault(&[Action], "/next");
            }
        },
    },
    EXHAUSTED,
    Break {
        name: "no-arguments",
        requirements: CHECKED,
        needed: &[Part::Table],
        missing: &[],
        make: |answer, _| {
            answer.take(&["next"], "arguments");
            answer.no_table();
        },
    },
    Break {
        name: "unknown-table",
        requirements: CHECKED,
        needed: &[Part::Table],
        missing: &[Part::Columns, Part::Filters, Part::Also],
        make: |answer, choices| {
            let name = unknown_table(answer, choices);
            answer.put(&ARGUMENTS, "table", Json::string(name));
            answer.fault(&[Tool], "/next/arguments/table");
        },
    },
    Break {
        name: "no-table",
        requirements: CHECKED,
        needed: &[Part::Table],
        missing: &[Part::Columns, Part::Filters, Part::Also],
        make: |answer, choices| {
            if choices.one_in(2) {
                answer.put(&ARGUMENTS, "table", no_string(choices));
                answer.fault(&[Tool, Schema], "/next/arguments/table");
            } else {
                answer.take(&ARGUMENTS, "table");
                answer.fault(&[Tool], "/next/arguments");
            }
        },
    },
    Break {
        name: "unknown-column",
        requirements: CHECKED,
        needed: &[Part::Columns, Part::Table],
        missing: &[],
        make: |answer, choices| {
            let column = Json::string(stranger(answer.world.columns(), choices));
            let right = Json::string(answer.world.column(choices));
            let columns = vec![right, column];
            answer.put(&ARGUMENTS, "columns", Json::Array(columns));
            answer.fault(&[Tool], "/next/arguments/columns/1");
        },
    },
    Break {
        name: "no-columns",
        requirements: CHECKED,
        needed: &[Part::Columns, Part::Table],
        missing: &[],
        make: |answer, choices| match choices.upto(2) {
            0 => {
                let column = Json::string(answer.world.column(choices));
                answer.put(&ARGUMENTS, "columns", column);
                answer.fault(&[Tool, Schema], "/next/arguments/columns");
            }
            1 => {
                answer.put(&ARGUMENTS, "columns", Json::Null);
                answer.fault(&[Tool, Schema], "/next/arguments/columns");
            }
            _ => {
                let columns = Json::Array(vec![no_string(choices)]);
                answer.put(&ARGUMENTS, "columns", columns);
                answer.fault(&[Tool, Schema], "/next/arguments/columns/0");
            }
        },
    },
    Break {
        name: "limit",
        requirements: CHECKED,
        needed: &[Part::MaxLimit],
        missing: &[],
        make: |answer, choices| {
            let most = answer.world.tool().and_then(|tool| tool.max_limit);
            let limit = match choices.upto(4) {
                0 => (most.unwrap_or_default() + 1).to_string(),
                1 => "-1".to_owned(),
                2 => "1e2".to_owned(),
                3 => "0.5".to_owned(),
                _ => "\"1\"".to_owned(),
            };
            let is_whole = limit != "0.5" && limit != "\"1\"";
            answer.put(&ARGUMENTS, "limit", Json::Raw(limit));
            let reasons = if is_whole {
                &[Tool][..]
            } else {
                &[Tool, Schema]
            };
            answer.fault(reasons, "/next/arguments/limit");
        },
    },
    Break {
        name: "extra-argument",
        requirements: &["VAL-1", "VAL-2", "VAL-4"],
        needed: &[Part::Closed, Part::Call],
        missing: &[],
        make: |answer, choices| {
            answer.put(&ARGUMENTS, &choices.canary(), text(choices));
            answer.fault(&[Schema], "/next/arguments");
        },
    },
    Break {
        name: "too-many-filters",
        requirements: CHECKED,
        needed: &[Part::MaxFilters],
        missing: &[],
        make: |answer, choices| {
            let most = answer.world.tool().and_then(|tool| tool.max_filters);
            let filter = answer.world.filter(choices);
            let filters = vec![filter; most.unwrap_or_default() + 1];
            answer.put(&ARGUMENTS, "filters", Json::Array(filters));
            answer.fault(&[Tool], "/next/arguments/filters");
        },
    },
    Break {
        name: "filter-of-unknown-name",
        requirements: CHECKED,
        needed: &[Part::Filters, Part::Table],
        missing: &[],
        make: |answer, choices| {
            let (key, known) = match choices.upto(1) {
                0 => ("column", answer.world.columns().to_vec()),
                _ => ("operator", answer.world.operators().to_vec()),
            };
            let name = Json::string(stranger(&known, choices));
            let path = format!("/next/arguments/filters/0/{key}");
            one_filter(answer, choices, |filter, _| filter.put(key, name));
            answer.fault(&[Tool], path);
        },
    },
    Break {
        name: "filter-by-no-scalar",
        requirements: CHECKED,
        needed: &[Part::Filters, Part::Table],
        missing: &[],
        make: |answer, choices| {
            one_filter(answer, choices, |filter, choices| {
                let value = match choices.upto(2) {
                    0 => Json::Array(vec![Json::Number("1".into())]),
                    1 => Json::Array(Vec::new()),
                    _ => Json::Object(Vec::new()),
                };
                filter.put("value", value);
            });
            answer.fault(&[Tool], "/next/arguments/filters/0/value");
        },
    },
    Break {
        name: "filter-of-other-members",
        requirements: CHECKED,
        needed: &[Part::Filters, Part::Table],
        missing: &[],
        make: |answer, choices| {
            one_filter(answer, choices, |filter, choices| match choices.upto(2) {
                0 => filter.take("value"),
                1 => filter.put(&choices.canary(), Json::Null),
                _ => *filter = Json::Object(Vec::new()),
            });
            // It depends on the schema whether this is a fault of the schema as well.
            answer.fault(&[Tool, Schema], "/next/arguments/filters/0");
        },
    },
];

/// Puts one filter there, made wrong.
fn one_filter(
    answer: &mut Answer<'_>,
    choices: &mut Choices<'_>,
    spoil: impl FnOnce(&mut Json, &mut Choices<'_>),
) {
    let mut filter = answer.world.filter(choices);
    spoil(&mut filter, choices);
    answer.put(&ARGUMENTS, "filters", Json::Array(vec![filter]));
}

/// The name of a table that the tool does not have.
pub(super) fn unknown_table(answer: &Answer<'_>, choices: &mut Choices<'_>) -> String {
    let tables = answer.world.tool().map_or(&[][..], |tool| &tool.tables);
    let names: Vec<_> = tables.iter().map(|table| table.name.clone()).collect();
    stranger(&names, choices)
}
