//! The fields of an answer: how the schema has them, what they may hold, and which invariants they must satisfy.

use super::world::field_name;
use crate::generate::json::quoted;
use crate::generate::malformation::strings;
use crate::generate::{Choices, Json};

/// The words of an enum, the first of which are plan names as anybody would give them.
const WORDS: [&[&str]; 3] = [&["free", "pro", "enterprise"], &["a", "b"], &["é", "EUR"]];

/// Numbers that are not below zero, `-0` among them, and such as are.
const NOT_NEGATIVE: [&str; 8] = [
    "0",
    "1",
    "-0",
    "0.5",
    "1e2",
    "9007199254740992",
    "-0.0",
    "12.50",
];
const NEGATIVE: [&str; 4] = ["-1", "-0.5", "-1e-3", "-9007199254740992"];

/// Whole numbers in any spelling.
const WHOLE: [&str; 6] = ["0", "1", "-3", "2.0", "1e2", "9007199254740992"];

/// An object of named fields.
#[derive(Debug, Clone)]
pub(super) struct Object {
    /// The fields.
    pub(super) fields: Vec<Field>,
    /// Whether no other member may stand in it.
    pub(super) is_closed: bool,
}

/// A field. A period is two members, of which this is the first.
#[derive(Debug, Clone)]
pub(super) struct Field {
    /// Its name, which no other field of the world has.
    pub(super) name: String,
    /// A number that no other field of the world has.
    number: usize,
    /// What it holds.
    pub(super) kind: Kind,
    /// Whether it must be there.
    pub(super) is_required: bool,
}

/// What a field holds.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// Any string.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number.
    Count,
    /// `true` or `false`.
    Flag,
    /// A string or null.
    Note,
    /// A number that an invariant keeps from being negative.
    Amount,
    /// `open` or `closed`, and in the member of this name when it was closed: two invariants hold one against the other.
    Period {
        /// The name of the other member.
        ended: String,
    },
    /// An object.
    Part(Object),
    /// A list of objects.
    List(Object),
}

/// A named invariant of a contract.
#[derive(Debug, Clone)]
pub(super) struct Invariant {
    /// Its name.
    pub(super) name: String,
    /// Its schema, as JSON text.
    pub(super) schema: String,
    /// What breaks it and no other: members with the values that they are given, in one of these ways.
    pub(super) breaks: Vec<Vec<(String, Json)>>,
}

impl Object {
    /// Any object. Only at the top are there invariants, and objects in it.
    pub(super) fn any(taken: &mut Vec<String>, is_top: bool, choices: &mut Choices<'_>) -> Self {
        let mut fields = Vec::new();
        let most = if is_top { 5 } else { 2 };
        while choices.more(fields.len(), most) {
            fields.push(Field::any(taken, is_top, choices));
        }
        Self {
            fields,
            is_closed: choices.one_in(2),
        }
    }

    /// What it may be.
    pub(super) fn value(&self, choices: &mut Choices<'_>) -> Json {
        let mut members = Vec::new();
        for field in &self.fields {
            if field.is_required || !choices.one_in(3) {
                members.extend(field.members(choices));
            }
        }
        Json::Object(members)
    }

    /// Its schema as JSON text, in which the member `known` is known as well.
    pub(super) fn schema(&self, known: Option<&str>) -> String {
        let mut properties: Vec<String> = Vec::new();
        let mut required = Vec::new();
        for field in &self.fields {
            for (name, schema) in field.schemas() {
                properties.push(format!("{}:{schema}", quoted(name)));
                if field.is_required {
                    required.push(quoted(name));
                }
            }
        }
        properties.extend(known.map(|name| format!("{}:{{}}", quoted(name))));
        let closed = if self.is_closed {
            r#","additionalProperties":false"#
        } else {
            ""
        };
        format!(
            r#"{{"type":"object","required":[{}],"properties":{{{}}}{closed}}}"#,
            required.join(","),
            properties.join(",")
        )
    }
}

impl Field {
    fn any(taken: &mut Vec<String>, is_top: bool, choices: &mut Choices<'_>) -> Self {
        let name = field_name(taken, choices);
        let number = taken.len();
        let kind = match choices.upto(if is_top { 8 } else { 4 }) {
            0 => Kind::Text,
            1 => Kind::Word(choices.pick::<&[&str]>(&WORDS)),
            2 => Kind::Count,
            3 => Kind::Flag,
            4 => Kind::Note,
            5 => Kind::Amount,
            6 => Kind::Period {
                ended: field_name(taken, choices),
            },
            7 => Kind::Part(Object::any(taken, false, choices)),
            _ => Kind::List(Object::any(taken, false, choices)),
        };
        let is_required = matches!(kind, Kind::Period { .. }) || !choices.one_in(3);
        Self {
            name,
            number,
            kind,
            is_required,
        }
    }

    /// Its members in a valid answer.
    pub(super) fn members(&self, choices: &mut Choices<'_>) -> Vec<(String, Json)> {
        if let Kind::Period { ended } = &self.kind {
            let is_closed = choices.one_in(2);
            let (state, when) = if is_closed {
                ("closed", Json::string("2026-01-01"))
            } else {
                ("open", Json::Null)
            };
            return vec![
                (self.name.clone(), Json::string(state)),
                (ended.clone(), when),
            ];
        }
        vec![(self.name.clone(), self.value(choices))]
    }

    fn value(&self, choices: &mut Choices<'_>) -> Json {
        let number = |token: &str| Json::Number(token.to_owned());
        match &self.kind {
            Kind::Text => text(choices),
            Kind::Word(words) => Json::string(*choices.pick(words)),
            Kind::Count => number(choices.pick::<&str>(&WHOLE)),
            Kind::Flag => Json::Boolean(choices.one_in(2)),
            Kind::Note => {
                if choices.one_in(2) {
                    Json::Null
                } else {
                    text(choices)
                }
            }
            Kind::Amount => number(choices.pick::<&str>(&NOT_NEGATIVE)),
            Kind::Period { .. } => Json::string("open"),
            Kind::Part(object) => object.value(choices),
            Kind::List(object) => {
                let mut items = Vec::new();
                while choices.more(items.len(), 2) {
                    items.push(object.value(choices));
                }
                Json::Array(items)
            }
        }
    }

    /// A value of another type, which no schema here takes for the right one.
    pub(super) fn retyped(&self, choices: &mut Choices<'_>) -> Json {
        let others: &[&str] = match &self.kind {
            Kind::Text => &["1", "null", "[\"a\"]", "{}", "true"],
            Kind::Word(_) | Kind::Period { .. } => &["1", "null", "[]", "\"\"", "\"Free\""],
            Kind::Count => &["\"1\"", "null", "1.5", "true", "[1]"],
            Kind::Flag => &["\"true\"", "1", "0", "null", "\"\""],
            Kind::Note => &["0", "false", "[]", "{}"],
            Kind::Amount => &["\"1\"", "null", "[0]", "false"],
            Kind::Part(_) => &["[]", "null", "\"{}\"", "1"],
            Kind::List(_) => &["{}", "null", "\"[]\"", "[1]", "[[]]"],
        };
        Json::Raw((*choices.pick(others)).to_owned())
    }

    /// Its members with their schemas, as JSON text.
    fn schemas(&self) -> Vec<(&str, String)> {
        let schema = match &self.kind {
            Kind::Text => r#"{"type":"string"}"#.to_owned(),
            Kind::Word(words) => {
                let words: Vec<_> = words.iter().map(|word| quoted(word)).collect();
                format!(r#"{{"enum":[{}]}}"#, words.join(","))
            }
            Kind::Count => r#"{"type":"integer"}"#.to_owned(),
            Kind::Flag => r#"{"type":"boolean"}"#.to_owned(),
            Kind::Note => r#"{"type":["string","null"]}"#.to_owned(),
            Kind::Amount => r#"{"type":"number"}"#.to_owned(),
            Kind::Part(object) => object.schema(None),
            Kind::List(object) => {
                format!(r#"{{"type":"array","items":{}}}"#, object.schema(None))
            }
            Kind::Period { ended } => {
                let state = r#"{"enum":["open","closed"]}"#.to_owned();
                let when = r#"{"type":["string","null"]}"#.to_owned();
                return vec![(&self.name, state), (ended, when)];
            }
        };
        vec![(&self.name, schema)]
    }

    /// The invariants that the field must satisfy, in their order. What is no object satisfies all of them.
    pub(super) fn invariants(&self) -> Vec<Invariant> {
        let name = quoted(&self.name);
        let called = |what: &str| format!("{what}_{}", self.number);
        match &self.kind {
            Kind::Amount => vec![Invariant {
                name: called("not_negative"),
                schema: format!(r#"{{"properties":{{{name}:{{"minimum":0}}}}}}"#),
                breaks: NEGATIVE
                    .map(|number| vec![(self.name.clone(), Json::Number(number.to_owned()))])
                    .to_vec(),
            }],
            Kind::Period { ended } => {
                let both = |state: &str, when| {
                    vec![vec![
                        (self.name.clone(), Json::string(state)),
                        (ended.clone(), when),
                    ]]
                };
                let with = |state: &str, when: &str| {
                    let ended = quoted(ended);
                    format!(
                        r#"{{"if":{{"required":[{name}],"properties":{{{name}:{{"const":"{state}"}}}}}},"then":{{"required":[{ended}],"properties":{{{ended}:{{"type":"{when}"}}}}}}}}"#
                    )
                };
                vec![
                    Invariant {
                        name: called("closed_has_end"),
                        schema: with("closed", "string"),
                        breaks: both("closed", Json::Null),
                    },
                    Invariant {
                        name: called("open_has_no_end"),
                        schema: with("open", "null"),
                        breaks: both("open", Json::string("2026-01-01")),
                    },
                ]
            }
            _ => Vec::new(),
        }
    }
}

fn text(choices: &mut Choices<'_>) -> Json {
    if choices.one_in(2) {
        Json::string(choices.canary())
    } else {
        Json::string(strings::string(choices))
    }
}
