//! The small world of sessions: a contract, and responses under it of which one thing at most is to be told.

use super::super::spelling::Spelling;
use super::super::{Choices, Json};
use crate::case::{Category, Finish, Rule};
use crate::generate::json::quoted;

/// What an action does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Read,
    Write,
    Final,
}

/// The contract of a session. Its texts have canaries.
#[derive(Debug, Clone)]
pub(super) struct Desk {
    phase: &'static str,
    has_marker: bool,
    pub(super) has_tools: bool,
    /// How many actions are left at first, if the contract says so.
    pub(super) budget: Option<u64>,
    /// The texts of the context.
    context: [String; 2],
}

/// What the references are held against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bindings {
    hypothesis: &'static str,
    result: &'static str,
    evidence: Vec<&'static str>,
}

/// A response, with what is right for it.
#[derive(Debug, Clone)]
pub(super) struct Response {
    pub(super) text: String,
    pub(super) finish: Option<Finish>,
    pub(super) truth: Truth,
    pub(super) name: &'static str,
}

/// What is right for a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Truth {
    Accepted(Accepted),
    Rejected {
        category: Category,
        path: String,
    },
    Repair {
        path: String,
        text: String,
        rules: Vec<Rule>,
        /// The value that is right at the path, as JSON text.
        value: String,
        /// What becomes of it.
        rebuilt: Box<Accepted>,
    },
}

/// An accepted response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Accepted {
    pub(super) rules: Vec<Rule>,
    pub(super) text: String,
    pub(super) effect: Effect,
    /// The arguments as JSON text.
    pub(super) arguments: String,
    /// The state changes, each as JSON text.
    pub(super) changes: Vec<String>,
}

/// The kinds of responses to a regular call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Valid,
    Fenced,
    Decoded,
    Parse,
    Schema,
    Reference,
    Cut,
    OneForMany,
    ListOfOne,
    ScalarForList,
    Filtered,
    Triples,
}

pub(super) const KINDS: [Kind; 12] = [
    Kind::Valid,
    Kind::Fenced,
    Kind::Parse,
    Kind::OneForMany,
    Kind::Schema,
    Kind::Decoded,
    Kind::Reference,
    Kind::Cut,
    Kind::ListOfOne,
    Kind::ScalarForList,
    Kind::Filtered,
    Kind::Triples,
];

const PROPERTIES: &str = r##""type":"object","required":["hypothesis","next"],"additionalProperties":false,"properties":{"note":{"type":"string"},"hypothesis":{"type":"string"},"evidence":{"type":"array","items":{"$ref":"#/$defs/evidence"}},"state_changes":{"type":"array","items":{"type":"object"}},"scores":{"type":"array","items":{"type":"integer"}},"next":{"type":"object","required":["action","arguments"],"properties":{"action":{"type":"string"},"arguments":{"type":"object","properties":{"table":{"type":"string"},"filters":{"type":"array","items":{"type":"object"}}}}}}},"$defs":{"evidence":{"type":"object","required":["id"],"additionalProperties":false,"properties":{"id":{"type":"string"},"confidence":{"type":"number"}}}}"##;
const POSITIONS: &str = r#"{"objects":["/evidence/*","/next/arguments"],"filters":["/next/arguments/filters"],"repairable":["/evidence","/next/arguments/filters","/scores"],"state_changes":"/state_changes"}"#;
const TOOLS: &str = r#"{"look":{"effect":"read","operators":["eq","ne"],"tables":{"orders":["id","status"]}},"mend":{"effect":"write"},"conclude":{"effect":"final"}}"#;
const MARKER: &str = r#""x-viano-response-recovery":1,"#;

impl Desk {
    pub(super) fn draw(choices: &mut Choices<'_>) -> Self {
        let phase = if choices.one_in(8) {
            "triage"
        } else {
            "investigation"
        };
        let has_marker = choices.upto(1) == 0;
        let has_tools = !choices.one_in(8);
        let budget = match choices.upto(4) {
            4 => None,
            left => Some(3 - left as u64),
        };
        Self {
            phase,
            has_marker,
            has_tools,
            // A budget is one of actions.
            budget: budget.filter(|_| has_tools),
            context: [choices.canary(), choices.canary()],
        }
    }

    /// Whether the calls of a session are active under a policy of this version (REQ ACT-2, ACT-6).
    pub(super) fn is_active(&self, version: u64) -> bool {
        version == 1 && self.phase == "investigation"
    }

    /// The contract with these bindings, as JSON text.
    pub(super) fn contract(&self, bindings: &Bindings) -> String {
        let marker = if self.has_marker { MARKER } else { "" };
        let mut members = vec![
            ("contract", "1".to_owned()),
            ("phase", quoted(self.phase)),
            ("schema", format!("{{{marker}{PROPERTIES}}}")),
            ("positions", POSITIONS.to_owned()),
            (
                "references",
                r#"{"evidence":["/evidence/*/id"],"hypothesis":["/hypothesis"]}"#.to_owned(),
            ),
            ("bindings", bindings.text()),
        ];
        if self.has_tools {
            members.push(("tools", TOOLS.to_owned()));
        }
        if let Some(left) = self.budget {
            members.push(("budget", format!(r#"{{"actions_left":{left}}}"#)));
        }
        let [case, code] = &self.context;
        let context = Json::object([
            ("case", Json::string(format!("What happened: {case}."))),
            (
                "code_history",
                Json::string(format!("{code}\n```\n{{}}\n```")),
            ),
        ]);
        members.push(("context", context.value_text()));
        let members = members.into_iter();
        Json::object(members.map(|(key, text)| (key, Json::Raw(text)))).value_text()
    }

    /// A response of a kind, as the bindings and the budget now stand.
    pub(super) fn response(
        &self,
        mut kind: Kind,
        is_active: bool,
        left: Option<u64>,
        bindings: &Bindings,
        choices: &mut Choices<'_>,
    ) -> Response {
        // What more than one thing would be told of where no rule applies.
        if !is_active || !self.has_tools {
            kind = match kind {
                Kind::Filtered => Kind::Fenced,
                Kind::Triples => Kind::ListOfOne,
                other => other,
            };
        }
        let is_tabled = matches!(kind, Kind::Filtered | Kind::Triples);
        let is_rejected = match kind {
            Kind::Valid | Kind::Parse | Kind::Cut | Kind::Filtered => false,
            Kind::Fenced | Kind::Decoded => !is_active,
            _ => true,
        };
        let is_spent = self.has_tools && left == Some(0);
        let effect = match choices.upto(5) {
            _ if is_tabled => Effect::Read,
            // One fault is enough.
            _ if is_rejected && is_spent => Effect::Final,
            5 => Effect::Final,
            3 | 4 => Effect::Write,
            _ => Effect::Read,
        };
        if is_tabled && is_spent && is_rejected {
            return self.response(Kind::ListOfOne, is_active, left, bindings, choices);
        }
        let mut answer = Answer::draw(effect, bindings, choices);
        let spelling = Spelling::any(choices);
        let mut response = answer.respond(kind, is_active, spelling, choices);
        if let (true, true, Truth::Accepted(_)) =
            (is_spent, effect != Effect::Final, &response.truth)
        {
            response.truth = Truth::Rejected {
                category: Category::Budget,
                path: "/next/action".to_owned(),
            };
        }
        response
    }
}

impl Bindings {
    pub(super) fn draw(choices: &mut Choices<'_>) -> Self {
        let all = ["E-1", "E-4", "E-7"];
        Self {
            hypothesis: choices.pick::<&str>(&["H-2", "H-3", "\u{e9}/~"]),
            result: choices.pick::<&str>(&["R-7", "R-8"]),
            evidence: all[..=choices.upto(2)].to_vec(),
        }
    }

    /// Others.
    pub(super) fn others(&self) -> Self {
        Self {
            result: "R-9",
            ..self.clone()
        }
    }

    /// As JSON text.
    pub(super) fn text(&self) -> String {
        let evidence = self.evidence.iter().map(|id| Json::string(*id));
        let said = |name: &'static str, id: &str, key: &'static str, text: &str| {
            let binding = [("id", Json::string(id)), (key, Json::string(text))];
            (name, Json::object(binding))
        };
        Json::object([
            said(
                "hypothesis",
                self.hypothesis,
                "statement",
                "jobs are dropped",
            ),
            said("previous_result", self.result, "summary", "three of four\n"),
            ("visible_evidence", Json::Array(evidence.collect())),
        ])
        .value_text()
    }
}

/// A right answer in the making.
struct Answer {
    json: Json,
    effect: Effect,
    evidence: Json,
}

impl Answer {
    fn draw(effect: Effect, bindings: &Bindings, choices: &mut Choices<'_>) -> Self {
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
    fn respond(
        &mut self,
        kind: Kind,
        is_active: bool,
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
                let path = if choices.upto(1) == 0 {
                    self.json.put("hypothesis", Json::string(choices.canary()));
                    "/hypothesis"
                } else {
                    let unseen = Json::object([("id", Json::string(choices.canary()))]);
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
