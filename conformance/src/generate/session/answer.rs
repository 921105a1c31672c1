//! A right answer in the making, and what each kind of response makes of it.

use super::super::spelling::Spelling;
use super::super::{Choices, Json};
use super::bindings::Bindings;
use super::response::{Accepted, Effect, Kind, Response, Truth};
use crate::case::{Category, Finish, Rule};

/// A right answer in the making.
pub(super) struct Answer {
    json: Json,
    effect: Effect,
    evidence: Json,
}

impl Answer {
    pub(super) fn draw(effect: Effect, bindings: &Bindings, choices: &mut Choices<'_>) -> Self {
        let id = *choices.pick(&bindings.evidence);
        let evidence = Json::object([
            ("id", Json::string(id)),
            (
                "confidence",
                Json::Number((*choices.pick(&["0.5", "1", "5e-1"])).into()),
            ),
        ]);
        let mut changes = Vec::new();
        while choices.more(changes.len(), 2) {
            let count = Json::Number((*choices.pick(&["1", "2.50", "1e2"])).into());
            changes.push(Json::object([("retries", count)]));
        }
        let arguments = if effect == Effect::Read {
            Json::object([
                ("table", Json::string("orders")),
                (
                    "filters",
                    Json::Array(vec![filter("id", "1"), filter("status", "\"open\"")]),
                ),
            ])
        } else {
            Json::object([("reason", Json::string("said"))])
        };
        let action = match effect {
            Effect::Read => "look",
            Effect::Write => "mend",
            Effect::Final => "conclude",
        };
        let next = Json::object([("action", Json::string(action)), ("arguments", arguments)]);
        let json = Json::object([
            ("note", Json::string(choices.canary())),
            ("hypothesis", Json::string(bindings.hypothesis)),
            ("evidence", Json::Array(vec![evidence.clone()])),
            ("state_changes", Json::Array(changes)),
            ("scores", Json::Array(vec![Json::Number("7".into())])),
            ("next", next),
        ]);
        Self {
            json,
            effect,
            evidence,
        }
    }

    /// The response of a kind.
    #[expect(
        clippy::too_many_lines,
        reason = "one arm a kind, each of a few lines: to be read side by side"
    )]
    pub(super) fn respond(
        &mut self,
        kind: Kind,
        is_active: bool,
        bindings: &Bindings,
        spelling: Spelling,
        choices: &mut Choices<'_>,
    ) -> Response {
        let rejected = |category, path: &str| Truth::Rejected {
            category,
            path: path.to_owned(),
        };
        let filters = ["next", "arguments", "filters"];
        let mut finish = choices.one_in(4).then_some(Finish::Stop);
        let (name, text, truth) = match kind {
            Kind::Valid => {
                let (text, truth) = self.accepted(spelling);
                ("valid", text, truth)
            }
            Kind::Fenced => {
                let (text, truth) = self.fenced(spelling);
                let fault = rejected(Category::Parse, "");
                ("fenced", text, if is_active { truth } else { fault })
            }
            Kind::Decoded => {
                if let Some(item) = self.json.at(&["evidence", "0"]) {
                    item.encode();
                }
                let (text, truth) = self.accepted(spelling);
                let fault = rejected(Category::Schema, "/evidence/0");
                ("decoded", text, if is_active { truth } else { fault })
            }
            Kind::Filtered => {
                self.json.at(&filters).into_iter().for_each(|filters| {
                    *filters = Json::Filter {
                        is_labelled: false,
                        column: "status".to_owned(),
                        operator: "eq".to_owned(),
                        value: Box::new(Json::string("open")),
                    };
                });
                let (text, truth) = self.accepted(spelling);
                ("filtered", text, truth)
            }
            Kind::Parse => {
                let text = self.accepted(spelling).0;
                let canary = choices.canary();
                let text = match choices.upto(4) {
                    0 => format!("Let me think about {canary}."),
                    1 => text[..text.len() - 1].to_owned(),
                    2 => format!("{text} {canary}"),
                    3 => format!("Here it is:\n```json\n{text}\n```"),
                    _ => String::new(),
                };
                ("invalid", text, rejected(Category::Parse, ""))
            }
            Kind::Cut => {
                finish = Some(*choices.pick(&[Finish::Length, Finish::ContentFilter]));
                let text = self.accepted(spelling).0;
                ("cut", text, rejected(Category::Parse, ""))
            }
            Kind::Schema => {
                let (key, value, path) = *choices.pick(&[
                    ("note", "5", "/note"),
                    (
                        "evidence",
                        r#"[{"id":"E-1","confidence":"high"}]"#,
                        "/evidence/0/confidence",
                    ),
                    ("CANARY-unknown", "1", ""),
                ]);
                self.json.put(key, Json::Raw(value.to_owned()));
                let text = spelling.spell(&self.json).response;
                ("invalid", text, rejected(Category::Schema, path))
            }
            Kind::Reference => {
                let path = if choices.upto(2) == 0 {
                    self.json.put("hypothesis", Json::string(choices.canary()));
                    "/hypothesis"
                } else {
                    // What was visible once and is no more is as unseen as what never was.
                    let id = match bindings.hidden() {
                        Some(id) if choices.upto(1) == 0 => id.to_owned(),
                        _ => choices.canary(),
                    };
                    let unseen = Json::object([("id", Json::string(id))]);
                    self.json.put("evidence", Json::Array(vec![unseen]));
                    "/evidence/0/id"
                };
                let text = spelling.spell(&self.json).response;
                ("invalid", text, rejected(Category::Reference, path))
            }
            Kind::OneForMany => {
                let one = self.evidence.clone();
                self.torn(
                    "/evidence",
                    &["evidence"],
                    one,
                    "/evidence",
                    is_active,
                    spelling,
                )
            }
            Kind::ListOfOne => {
                let list = Json::Array(vec![Json::Array(vec![self.evidence.clone()])]);
                self.torn(
                    "/evidence",
                    &["evidence"],
                    list,
                    "/evidence/0",
                    is_active,
                    spelling,
                )
            }
            Kind::ScalarForList => {
                let one = Json::Number("7".to_owned());
                self.torn("/scores", &["scores"], one, "/scores", is_active, spelling)
            }
            Kind::Triples => {
                let triples = r#"[["id","eq",1],["status","eq","open"]]"#;
                let triples = Json::Raw(triples.to_owned());
                let place = "/next/arguments/filters";
                self.torn(place, &filters, triples, place, is_active, spelling)
            }
        };
        Response {
            text,
            finish,
            truth,
            name,
        }
    }

    /// The answer as it stands, which is right.
    fn accepted(&mut self, spelling: Spelling) -> (String, Truth) {
        let spelled = spelling.spell(&self.json);
        let accepted = self.as_accepted(spelled.rules, spelled.text);
        (spelled.response, Truth::Accepted(accepted))
    }

    /// The answer in a fence.
    fn fenced(&mut self, spelling: Spelling) -> (String, Truth) {
        let (text, truth) = self.accepted(spelling);
        let Truth::Accepted(mut accepted) = truth else {
            return (text, truth);
        };
        let response = format!("```json\n{text}\n```");
        accepted.rules.insert(
            0,
            Rule {
                rule: crate::case::RuleName::Fence,
                path: String::new(),
            },
        );
        accepted.text.push('\n');
        (response, Truth::Accepted(accepted))
    }

    fn as_accepted(&mut self, rules: Vec<Rule>, text: String) -> Accepted {
        let arguments = self.json.at(&["next", "arguments"]);
        let arguments = arguments.map(|arguments| arguments.value_text());
        let changes = match self.json.at(&["state_changes"]) {
            Some(Json::Array(changes)) => changes.iter().map(Json::value_text).collect(),
            _ => Vec::new(),
        };
        Accepted {
            rules,
            text,
            effect: self.effect,
            arguments: arguments.unwrap_or_default(),
            changes,
        }
    }

    /// The answer with a container error: something else at a place below the repair path.
    fn torn(
        &mut self,
        path: &str,
        keys: &[&str],
        wrong: Json,
        told: &str,
        is_active: bool,
        spelling: Spelling,
    ) -> (&'static str, String, Truth) {
        let right = self.json.clone();
        let value = self.json.at(keys).map(|value| value.clone());
        let value = value.unwrap_or(Json::Null);
        if let Some(place) = self.json.at(keys) {
            *place = wrong;
        }
        let spelled = spelling.spell(&self.json);
        self.json = right;
        if !is_active {
            let truth = Truth::Rejected {
                category: Category::Schema,
                path: told.to_owned(),
            };
            return ("eligible", spelled.response, truth);
        }
        let rebuilt = self.as_accepted(spelled.rules.clone(), String::new());
        let truth = Truth::Repair {
            path: path.to_owned(),
            text: spelled.text,
            rules: spelled.rules,
            value: value.value_text(),
            rebuilt: Box::new(rebuilt),
        };
        ("eligible", spelled.response, truth)
    }
}

fn filter(column: &str, value: &str) -> Json {
    Json::object([
        ("column", Json::string(column)),
        ("operator", Json::string("eq")),
        ("value", Json::Raw(value.to_owned())),
    ])
}
