//! The regular prompt, built in this one place (REQ SES-3).

use std::fmt::{self, Write as _};

use super::hint::Hint;
use super::notice::Notice;
use super::policy::Version;
use crate::contract::{Bindings, Bound, Contract};
use crate::json::{Kind, Value};
use crate::schema::MARKER;
use crate::wire::quoted;

/// All that a regular prompt is made of: no earlier response, no output of a tool.
pub(super) struct Regular<'s> {
    pub(super) contract: &'s Contract,
    pub(super) bindings: &'s Bindings,
    pub(super) version: Version,
    pub(super) notice: Option<&'s Notice>,
    pub(super) hint: Option<&'s Hint>,
}

impl fmt::Display for Regular<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let document = self.contract.document();
        for (name, text) in document.get("context").iter().flat_map(|all| all.members()) {
            let name = name.as_str().unwrap_or_default();
            match text.as_str() {
                Some(text) => write!(f, "## {name}\n\n{text}\n\n")?,
                None => write!(f, "## {name}\n\n{}\n\n", text.raw())?,
            }
        }
        let bindings = self.bindings.to_json();
        write!(f, "## bindings\n\n{bindings}\n\n## schema\n\n")?;
        if let Some(schema) = document.get("schema") {
            f.write_str(&marked(schema, self.version))?;
        }
        if let Some(notice) = self.notice {
            notice.fmt(f)?;
        }
        if let Some(hint) = self.hint {
            hint.fmt(f)?;
        }
        Ok(())
    }
}

/// The schema without white space; its marker stands first under version 1, and nowhere under
/// version 0, whatever stood in the contract (REQ ACT-6).
fn marked(schema: Value<'_>, version: Version) -> String {
    let mut text = String::with_capacity(schema.raw().len());
    text.push('{');
    let mut separator = "";
    if version == Version::One {
        let _ = write!(text, "\"{MARKER}\":1");
        separator = ",";
    }
    for (key, member) in schema.members() {
        if key.is_str(MARKER) {
            continue;
        }
        text.push_str(separator);
        separator = ",";
        text.push_str(key.raw());
        text.push(':');
        compact(member, &mut text);
    }
    text.push('}');
    text
}

/// Writes a value with its own tokens and nothing between them. It recurses as deep as the parser
/// lets a contract nest.
fn compact(value: Value<'_>, text: &mut String) {
    match value.kind() {
        Kind::Object => {
            text.push('{');
            for (place, (key, member)) in value.members().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                text.push_str(key.raw());
                text.push(':');
                compact(member, text);
            }
            text.push('}');
        }
        Kind::Array => {
            text.push('[');
            for (place, element) in value.elements().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                compact(element, text);
            }
            text.push(']');
        }
        _ => text.push_str(value.raw()),
    }
}

impl Bindings {
    /// In the form of a contract's member `bindings`, on one line.
    pub(super) fn to_json(&self) -> String {
        let bound = |bound: &Option<Bound>, name| match bound {
            None => "null".to_owned(),
            Some(Bound { id, text }) => {
                let text = text
                    .as_ref()
                    .map(|text| format!(r#","{name}":{}"#, quoted(text)));
                format!(r#"{{"id":{}{}}}"#, quoted(id), text.unwrap_or_default())
            }
        };
        let hypothesis = bound(&self.hypothesis, "statement");
        let previous_result = bound(&self.previous_result, "summary");
        let evidence: Vec<_> = self
            .visible_evidence()
            .iter()
            .map(|id| quoted(id))
            .collect();
        format!(
            r#"{{"hypothesis":{hypothesis},"previous_result":{previous_result},"visible_evidence":[{}]}}"#,
            evidence.join(",")
        )
    }
}
