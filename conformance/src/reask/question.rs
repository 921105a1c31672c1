//! What a peer is asked of a fixture: one line of JSON.

use std::fmt::{self, Write as _};

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::prompt_size::Fixture;

/// One line in.
#[derive(Debug, Serialize)]
struct Question<'q> {
    /// The prompt of the user, without the schema: that is the library's to add.
    task: String,
    schema: &'q RawValue,
    response: &'q str,
    result: &'q str,
    path: &'q str,
}

/// What a prompt is made of.
#[derive(Debug, Deserialize)]
struct Contract<'c> {
    #[serde(borrow)]
    schema: &'c RawValue,
    #[serde(borrow)]
    bindings: Option<&'c RawValue>,
    #[serde(borrow, default)]
    context: Sections<'c>,
}

/// The members of `context`, in the order of the text.
#[derive(Debug, Default)]
struct Sections<'c>(Vec<(String, &'c RawValue)>);

/// The line, with its line end.
///
/// # Errors
/// What the contract lacks to make a prompt of it.
pub(super) fn line(fixture: &Fixture, contract: &str) -> Result<Vec<u8>, serde_json::Error> {
    let contract: Contract<'_> = serde_json::from_str(contract)?;
    let mut question = serde_json::to_vec(&Question {
        task: task(&contract),
        schema: contract.schema,
        response: &fixture.response,
        result: &fixture.result,
        path: &fixture.path,
    })?;
    question.push(b'\n');
    Ok(question)
}

/// The texts that a regular prompt holds besides the schema.
fn task(contract: &Contract<'_>) -> String {
    let mut task = String::new();
    for (name, section) in &contract.context.0 {
        let text = serde_json::from_str::<String>(section.get());
        let text = text.unwrap_or_else(|_| section.get().to_owned());
        // Writing to a string cannot fail.
        let _written = write!(task, "## {name}\n\n{text}\n\n");
    }
    if let Some(bindings) = contract.bindings {
        task += "## bindings\n\n";
        task += bindings.get();
    }
    task
}

impl<'de: 'c, 'c> Deserialize<'de> for Sections<'c> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Sections<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Sections<'de>, A::Error> {
                let mut sections = Vec::new();
                while let Some(section) = map.next_entry()? {
                    sections.push(section);
                }
                Ok(Sections(sections))
            }
        }

        deserializer.deserialize_map(Members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_has_the_sections_in_their_order_and_no_schema() {
        let contract = r#"{"schema":{"type":"object"},"context":{"z":"first","a":[1]},"bindings":{"hypothesis":null}}"#;
        let contract: Contract<'_> = serde_json::from_str(contract).unwrap();
        assert_eq!(
            task(&contract),
            "## z\n\nfirst\n\n## a\n\n[1]\n\n## bindings\n\n{\"hypothesis\":null}"
        );
    }
}
