//! Faults of the filter rule: names guessed, values converted, filters dropped.

use response_recovery::json::Document;
use serde_json::{Number, Value};

use crate::desk::Desk;
use crate::message::{Answer, Request, Rule};
use crate::mutant::Mutant;
use crate::text::{content, place, replaced};

/// Where the filters of a call stand.
const FILTERS: &str = "/next/arguments/filters";

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "filter-columns-case-folded",
        mistake: "Compares column names without regard to case.",
        breaks: "FIL-3",
        answer: |desk, request| {
            rescue(desk, request, |items, names| {
                let [column, operator, value] = items else {
                    return None;
                };
                let given = content(column)?;
                let known = names
                    .columns
                    .iter()
                    .find(|known| known.eq_ignore_ascii_case(&given))?;
                names
                    .has_operator(operator)
                    .then(|| Triple::new(&quoted(known), operator, value))
            })
        },
    },
    Mutant {
        name: "filter-unknown-column",
        mistake: "Takes any string for a column, and the filter that it makes for checked.",
        breaks: "FIL-3",
        answer: |desk, request| {
            accept(desk, request, |items, names| match items {
                [column, operator, value] if names.has_operator(operator) => {
                    content(column).map(|_| Triple::new(column, operator, value))
                }
                _ => None,
            })
        },
    },
    Mutant {
        name: "filter-labels-in-any-order",
        mistake: "Reads the labelled form as pairs, in any order.",
        breaks: "FIL-3",
        answer: |desk, request| {
            rescue(desk, request, |items, _| {
                let pairs: Vec<_> = items.chunks_exact(2).collect();
                let of = |label| {
                    pairs.iter().find_map(|pair| match pair {
                        [name, value] if content(name)? == label => Some(value.as_str()),
                        _ => None,
                    })
                };
                Some(Triple::new(of("column")?, of("operator")?, of("value")?))
            })
        },
    },
    Mutant {
        name: "filter-swapped-places",
        mistake: "Puts column and operator in their places where they came the other way round.",
        breaks: "FIL-3",
        answer: |desk, request| {
            rescue(desk, request, |items, names| match items {
                [operator, column, value] if names.has_operator(operator) => {
                    Some(Triple::new(column, operator, value))
                }
                _ => None,
            })
        },
    },
    Mutant {
        name: "filter-list-of-triples",
        mistake: "Rewrites a list of triples as well, one by one.",
        breaks: "FIL-3",
        answer: |desk, request| {
            rescue_text(desk, request, |items, _| {
                let triples: Option<Vec<_>> = items
                    .iter()
                    .map(|item| match elements(item)?.as_slice() {
                        [column, operator, value] => Some(Triple::new(column, operator, value)),
                        _ => None,
                    })
                    .collect();
                let triples = triples.filter(|triples| !triples.is_empty())?;
                Some(Triple::list(&triples))
            })
        },
    },
    Mutant {
        name: "filter-flat-triples",
        mistake: "Cuts a flat list into triples, however many.",
        breaks: "FIL-3",
        answer: |desk, request| {
            rescue_text(desk, request, |items, _| {
                let chunks = items.chunks_exact(3);
                if items.len() < 6 || !chunks.remainder().is_empty() {
                    return None;
                }
                let triples: Vec<_> = chunks
                    .filter_map(|chunk| match chunk {
                        [column, operator, value] => Some(Triple::new(column, operator, value)),
                        _ => None,
                    })
                    .collect();
                Some(Triple::list(&triples))
            })
        },
    },
    Mutant {
        name: "filter-value-coerced",
        mistake: "Turns a string that reads as a number into that number.",
        breaks: "FIL-2",
        answer: |desk, request| {
            with_value(desk, request, |value| {
                content(value).filter(|inner| serde_json::from_str::<Number>(inner).is_ok())
            })
        },
    },
    Mutant {
        name: "filter-value-as-text",
        mistake: "Writes every value as a string, as the tool wants it.",
        breaks: "FIL-2",
        answer: |desk, request| {
            with_value(desk, request, |value| {
                (!value.starts_with('"')).then(|| quoted(value))
            })
        },
    },
    Mutant {
        name: "filter-emptied-on-failure",
        mistake: "Puts an empty list where it cannot read the filters.",
        breaks: "FIL-4",
        answer: |desk, request| desk.rescue_by_rule(request, |text| replaced(text, FILTERS, "[]")),
    },
    Mutant {
        name: "filter-dropped-on-failure",
        mistake: "Leaves the filters out where it cannot read them.",
        breaks: "FIL-4",
        answer: |desk, request| {
            desk.rescue_by_rule(request, |text| {
                let mut value: Value = serde_json::from_str(text).ok()?;
                let arguments = value
                    .get_mut("next")?
                    .get_mut("arguments")?
                    .as_object_mut()?;
                arguments.remove("filters")?;
                Some(value.to_string())
            })
        },
    },
    Mutant {
        name: "filter-value-no-scalar",
        mistake: "Takes any value, a list or an object as well.",
        breaks: "FIL-3",
        answer: |desk, request| {
            accept(desk, request, |items, names| match items {
                [.., value] if value.starts_with(['[', '{']) => match items {
                    [_, column, _, operator, _, value] => {
                        Triple::of(&[column.clone(), operator.clone(), value.clone()], names)
                    }
                    _ => Triple::of(items, names),
                },
                _ => None,
            })
        },
    },
    Mutant {
        name: "filter-any-table",
        mistake: "Knows the columns of every table of the tool where the call names none.",
        breaks: "FIL-3",
        answer: |desk, request| {
            accept(desk, request, |items, names| {
                let triple = Triple::of(items, names);
                triple.filter(|_| names.table.is_none())
            })
        },
    },
    Mutant {
        name: "filter-two-readings",
        mistake: "Takes six items for the labelled form even where they read as two triples.",
        breaks: "FIL-1",
        answer: |desk, request| {
            rescue(desk, request, |items, names| match items {
                [first, column, second, operator, third, value]
                    if [first, second, third].map(|label| content(label))
                        == ["column", "operator", "value"].map(|label| Some(label.to_owned())) =>
                {
                    let is_known = names.has_column(column) && names.has_operator(operator);
                    is_known.then(|| Triple::new(column, operator, value))
                }
                _ => None,
            })
        },
    },
    Mutant {
        name: "filter-labelled-form-unknown",
        mistake: "Knows the bare triple only.",
        breaks: "FIL-1",
        answer: |desk, request| {
            let is_labelled = items(request.response()).is_some_and(|items| items.len() == 6);
            desk.refuse(request, "schema", |answer| {
                is_labelled && answer.rules().iter().any(|rule| rule.rule == "filter")
            })
        },
    },
];

/// Column, operator and value, each as it stands in the text.
pub(super) struct Triple([String; 3]);

impl Triple {
    fn new(column: &str, operator: &str, value: &str) -> Self {
        Self([column, operator, value].map(str::to_owned))
    }

    /// A triple of three items whose names are known.
    pub(super) fn of(items: &[String], names: &Names) -> Option<Self> {
        match items {
            [column, operator, value] => {
                let is_known = names.has_column(column) && names.has_operator(operator);
                is_known.then(|| Self::new(column, operator, value))
            }
            _ => None,
        }
    }

    fn object(&self) -> String {
        let Self([column, operator, value]) = self;
        format!(r#"{{"column":{column},"operator":{operator},"value":{value}}}"#)
    }

    fn list(triples: &[Self]) -> String {
        let objects: Vec<_> = triples.iter().map(Self::object).collect();
        format!("[{}]", objects.join(","))
    }

    fn list_of_one(&self) -> String {
        format!("[{}]", self.object())
    }
}

/// The names that the call's tool and table know. Without a table those of all.
pub(super) struct Names {
    table: Option<String>,
    columns: Vec<String>,
    operators: Vec<String>,
}

impl Names {
    fn of(contract: &Value, response: &str) -> Option<Self> {
        let response: Value = serde_json::from_str(response).ok()?;
        let call = response.get("next")?;
        let tool = contract.get("tools")?.get(call.get("action")?.as_str()?)?;
        let tables = tool.get("tables")?.as_object()?;
        let table = call.get("arguments")?.get("table").and_then(Value::as_str);
        let columns: Vec<_> = match table {
            Some(table) => vec![tables.get(table)?],
            None => tables.values().collect(),
        };
        Some(Self {
            table: table.map(str::to_owned),
            columns: columns.into_iter().flat_map(strings).collect(),
            operators: strings(tool.get("operators")?).collect(),
        })
    }

    fn has_column(&self, token: &str) -> bool {
        content(token).is_some_and(|name| self.columns.contains(&name))
    }

    fn has_operator(&self, token: &str) -> bool {
        content(token).is_some_and(|name| self.operators.contains(&name))
    }
}

/// The items of an array, as they stand in the text.
fn elements(text: &str) -> Option<Vec<String>> {
    let document = Document::parse(text).ok()?;
    let items = document.root().elements();
    let items: Vec<_> = items.map(|item| item.raw().to_owned()).collect();
    (!items.is_empty()).then_some(items)
}

fn items(response: &str) -> Option<Vec<String>> {
    elements(response.get(place(response, FILTERS)?)?)
}

/// The strings of a list.
fn strings(list: &Value) -> impl Iterator<Item = String> {
    let items = list.as_array().into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned)
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// What the reference answers, with the value of a filter that the rule made changed.
fn with_value(
    desk: &mut Desk,
    request: &Request,
    change: impl FnOnce(&str) -> Option<String>,
) -> Answer {
    let answer = desk.ask(request);
    let changed = || {
        let rule = answer.rules().iter().find(|rule| rule.rule == "filter")?;
        let path = format!("{}/0/value", rule.path);
        let value = answer.text().get(place(answer.text(), &path)?)?;
        replaced(answer.text(), &path, &change(value)?)
    };
    match changed() {
        Some(text) => Answer::accepted(request.id, text, answer.rules().to_vec()),
        None => answer,
    }
}

/// The response with the filters as `read` reads them.
fn rewritten(
    desk: &Desk,
    request: &Request,
    read: impl FnOnce(&[String], &Names) -> Option<String>,
) -> Option<String> {
    let response = request.response();
    let items = items(response).filter(|_| desk.is_active(request))?;
    let names = Names::of(desk.contract(request), response)?;
    replaced(response, FILTERS, &read(&items, &names)?)
}

/// The answer or, if `read` reads the filters and the reference takes what comes of it, that one, as a filter.
fn rewrite_text(
    desk: &mut Desk,
    request: &Request,
    answer: Answer,
    read: impl FnOnce(&[String], &Names) -> Option<String>,
) -> Answer {
    let Some(text) = rewritten(desk, request, read) else {
        return answer;
    };
    let rescued = desk.ask(&request.with_response(text));
    if rescued.is_accepted() {
        rescued.after_rule("filter", FILTERS)
    } else {
        answer
    }
}

/// The same for one triple.
pub(super) fn rewrite(
    desk: &mut Desk,
    request: &Request,
    answer: Answer,
    read: impl FnOnce(&[String], &Names) -> Option<Triple>,
) -> Answer {
    rewrite_text(desk, request, answer, |items, names| {
        read(items, names).map(|triple| triple.list_of_one())
    })
}

fn rescue_text(
    desk: &mut Desk,
    request: &Request,
    read: impl FnOnce(&[String], &Names) -> Option<String>,
) -> Answer {
    let answer = desk.ask(request);
    if answer.is_rejected() {
        rewrite_text(desk, request, answer, read)
    } else {
        answer
    }
}

fn rescue(
    desk: &mut Desk,
    request: &Request,
    read: impl FnOnce(&[String], &Names) -> Option<Triple>,
) -> Answer {
    rescue_text(desk, request, |items, names| {
        read(items, names).map(|triple| triple.list_of_one())
    })
}

/// What the reference answers or, if the schema rejects and `read` reads the filters, the response accepted with that filter.
fn accept(
    desk: &mut Desk,
    request: &Request,
    read: impl FnOnce(&[String], &Names) -> Option<Triple>,
) -> Answer {
    let answer = desk.ask(request);
    let text = rewritten(desk, request, |items, names| {
        read(items, names).map(|triple| triple.list_of_one())
    });
    match text {
        Some(text) if answer.rejects_for("schema") => {
            Answer::accepted(request.id, text, vec![Rule::new("filter", FILTERS)])
        }
        _ => answer,
    }
}
