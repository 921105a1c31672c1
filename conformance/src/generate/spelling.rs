//! How a tree is spelled out as text: white space, escapes. Every spelling of one tree means the same.

use super::choices::Choices;
use super::json::{Json, quoted};
use crate::case::{Rule, RuleName};

/// The white space between tokens: before an item, after a colon, before a closing bracket.
const GAPS: [[&str; 3]; 6] = [
    ["", "", ""],
    [" ", " ", " "],
    ["\n", " ", "\n"],
    ["\r\n", " ", "\r\n"],
    ["\t", "", ""],
    [" \n\t", "\r ", "  "],
];

/// How the characters of a string are spelled.
const ESCAPES: [Escapes; 4] = [
    Escapes::Needed,
    Escapes::NonAscii,
    Escapes::All,
    Escapes::Solidus,
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Escapes {
    /// Only what JSON needs.
    Needed,
    /// What is not ASCII as well, as pairs of surrogates where it takes two.
    NonAscii,
    /// Every character by its number.
    All,
    /// The solidus as well, which JSON allows.
    Solidus,
}

/// A way to spell a tree out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spelling {
    gaps: [&'static str; 3],
    escapes: Escapes,
}

/// A tree that is spelled out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Spelled {
    /// With every wrapping on: what is sent.
    pub(super) response: String,
    /// With every wrapping off: the normalized text (REQ NRM-4).
    pub(super) text: String,
    /// The rules that lead from the one to the other, in their order (REQ NRM-1).
    pub(super) rules: Vec<Rule>,
}

impl Spelling {
    /// The shortest spelling.
    pub(super) const PLAIN: Self = Self {
        gaps: GAPS[0],
        escapes: Escapes::Needed,
    };

    /// Every character of a string by its number.
    pub(super) const BY_NUMBER: Self = Self {
        gaps: GAPS[0],
        escapes: Escapes::All,
    };

    /// Any spelling; the shortest is the simplest.
    pub(super) fn any(choices: &mut Choices<'_>) -> Self {
        Self {
            gaps: *choices.pick(&GAPS),
            escapes: *choices.pick(&ESCAPES),
        }
    }

    /// Any spelling of strings, with no white space between tokens.
    pub(super) fn of_strings(choices: &mut Choices<'_>) -> Self {
        Self {
            gaps: GAPS[0],
            escapes: *choices.pick(&ESCAPES),
        }
    }

    /// Spells a tree out.
    #[must_use]
    pub(super) fn spell(&self, json: &Json) -> Spelled {
        let mut speller = Speller {
            spelling: *self,
            decodes: Vec::new(),
            filters: Vec::new(),
        };
        let mut both = Both::default();
        speller.write(json, &mut String::new(), &mut both);
        let mut rules = speller.decodes;
        rules.extend(speller.filters);
        Spelled {
            response: both.response,
            text: both.text,
            rules,
        }
    }

    /// A string as a token.
    #[must_use]
    pub(super) fn string(&self, text: &str) -> String {
        if self.escapes == Escapes::Needed {
            return quoted(text);
        }
        let mut token = String::from("\"");
        for character in text.chars() {
            match self.escapes {
                Escapes::All => by_number(character, &mut token),
                Escapes::NonAscii if !character.is_ascii() => by_number(character, &mut token),
                Escapes::Solidus if character == '/' => token.push_str("\\/"),
                _ if !matches!(character, '"' | '\\' | '\0'..' ') => token.push(character),
                _ => {
                    let quoted = quoted(character.encode_utf8(&mut [0; 4]));
                    token.push_str(&quoted[1..quoted.len() - 1]);
                }
            }
        }
        token.push('"');
        token
    }
}

/// A character as one or two `\u` escapes.
fn by_number(character: char, to: &mut String) {
    for unit in character.encode_utf16(&mut [0; 2]) {
        to.push_str("\\u");
        for shift in [12, 8, 4, 0] {
            let digit = u32::from(*unit >> shift & 0xf);
            to.extend(char::from_digit(digit, 16));
        }
    }
}

/// The response and the normalized text, which grow together.
#[derive(Default)]
struct Both {
    response: String,
    text: String,
}

impl Both {
    fn push(&mut self, token: &str) {
        self.response.push_str(token);
        self.text.push_str(token);
    }
}

struct Speller {
    spelling: Spelling,
    decodes: Vec<Rule>,
    filters: Vec<Rule>,
}

impl Speller {
    fn write(&mut self, json: &Json, path: &mut String, to: &mut Both) {
        let Spelling {
            gaps: [before, after_colon, closing],
            ..
        } = self.spelling;
        match json {
            Json::Null | Json::Boolean(_) | Json::Number(_) | Json::Raw(_) => {
                to.push(&json.value_text());
            }
            Json::String(text) => to.push(&self.spelling.string(text)),
            Json::Array(items) => {
                to.push("[");
                for (index, item) in items.iter().enumerate() {
                    to.push(if index > 0 { "," } else { "" });
                    to.push(before);
                    self.write_at(item, &index.to_string(), path, to);
                }
                to.push(if items.is_empty() { "" } else { closing });
                to.push("]");
            }
            Json::Object(members) => {
                to.push("{");
                for (index, (key, value)) in members.iter().enumerate() {
                    to.push(if index > 0 { "," } else { "" });
                    to.push(before);
                    to.push(&self.spelling.string(key));
                    to.push(":");
                    to.push(after_colon);
                    self.write_at(value, key, path, to);
                }
                to.push(if members.is_empty() { "" } else { closing });
                to.push("}");
            }
            Json::Encoded(object) => {
                self.decodes.push(rule(RuleName::Decode, path));
                let mut inside = Both::default();
                self.write(object, path, &mut inside);
                to.response
                    .push_str(&self.spelling.string(&inside.response));
                to.text.push_str(&inside.text);
            }
            Json::Filter {
                is_labelled,
                column,
                operator,
                value,
            } => {
                self.filters.push(rule(RuleName::Filter, path));
                let tokens = [
                    self.spelling.string(column),
                    self.spelling.string(operator),
                    self.spelling.spell(value).text,
                ];
                self.write_filter(*is_labelled, &tokens, to);
            }
        }
    }

    fn write_at(&mut self, json: &Json, segment: &str, path: &mut String, to: &mut Both) {
        let length = path.len();
        path.push('/');
        path.push_str(&segment.replace('~', "~0").replace('/', "~1"));
        self.write(json, path, to);
        path.truncate(length);
    }

    fn write_filter(&self, is_labelled: bool, tokens: &[String; 3], to: &mut Both) {
        let Spelling {
            gaps: [before, _, closing],
            ..
        } = self.spelling;
        let [column, operator, value] = tokens;
        let filter = format!(r#"[{{"column":{column},"operator":{operator},"value":{value}}}]"#);
        to.text.push_str(&filter);
        to.response.push('[');
        let labels = ["column", "operator", "value"];
        for (index, (label, token)) in labels.iter().zip(tokens).enumerate() {
            to.response.push_str(if index > 0 { "," } else { "" });
            if is_labelled {
                let label = self.spelling.string(label);
                for part in [before, &label, ","] {
                    to.response.push_str(part);
                }
            }
            to.response.push_str(before);
            to.response.push_str(token);
        }
        to.response.push_str(closing);
        to.response.push(']');
    }
}

fn rule(rule: RuleName, path: &str) -> Rule {
    Rule {
        rule,
        path: path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Value;

    fn tree() -> Json {
        Json::object([
            ("a/é", Json::string("x\"\u{1f600}")),
            (
                "args",
                Json::Encoded(Box::new(Json::object([(
                    "filters",
                    Json::Filter {
                        is_labelled: true,
                        column: "c".into(),
                        operator: "eq".into(),
                        value: Box::new(Json::Number("1.50".into())),
                    },
                )]))),
            ),
            ("list", Json::Array(vec![Json::Null, Json::Array(vec![])])),
        ])
    }

    #[test]
    fn every_spelling_means_the_same() {
        let json = tree();
        let value = json.value_text();
        for gaps in GAPS {
            for escapes in ESCAPES {
                let spelled = Spelling { gaps, escapes }.spell(&json);
                assert_eq!(
                    Value::read(&spelled.text).unwrap(),
                    Value::read(&value).unwrap(),
                    "{}",
                    spelled.text
                );
                assert!(Value::read(&spelled.response).is_ok());
                let paths: Vec<_> = spelled.rules.iter().map(|rule| &*rule.path).collect();
                assert_eq!(paths, ["/args", "/args/filters"]);
            }
        }
    }

    #[test]
    fn the_plain_spelling_is_the_shortest() {
        let spelled = Spelling::PLAIN.spell(&tree());
        let text = "{\"a/é\":\"x\\\"😀\",\"args\":{\"filters\":[{\"column\":\"c\",\"operator\":\"eq\",\"value\":1.50}]},\"list\":[null,[]]}";
        assert_eq!(spelled.text, text);
        assert_eq!(tree().value_text(), text);
    }
}
