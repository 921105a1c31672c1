//! `inventory(accepted value) = inventory(truth)`, and the same for the normalized text (REQ NRM-3).
//!
//! The inventory of a value is each of its scalars and keys with its place: none is lost, invented, duplicated, moved
//! or retyped.

use super::{Heard, Invariant, Violation};
use crate::case::{Expectation, Profile};
use crate::exact::{Number, Value};
use crate::generate::{self, Choices, Scene};
use crate::protocol::Answer;

/// The invariant.
pub(super) struct Conservation;

const VALUE: Violation = Violation::corruption(
    "not-conserved",
    "the value does not hold the scalars and keys of the response, each in its place",
);
const TEXT: Violation = Violation::corruption(
    "text-not-conserved",
    "the text does not hold the scalars and keys of the response, each in its place",
);

impl Invariant for Conservation {
    fn name(&self) -> &'static str {
        "conservation"
    }

    fn requirement(&self) -> &'static str {
        "NRM-3"
    }

    fn scene(&self, profile: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::rescued(profile, choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        for Heard { case, answer, .. } in first {
            let (Answer::Accepted { value, text, .. }, Expectation::Accepted(due)) =
                (answer, &case.expect)
            else {
                continue;
            };
            let truth = Value::read(&due.value_text).ok();
            let truth = truth.as_ref().map(inventory);
            let is_conserved = |text: &str| {
                let value = Value::read(text).ok();
                value.as_ref().map(inventory) == truth
            };
            if !is_conserved(value) {
                return Err(VALUE);
            }
            if text.as_deref().is_some_and(|text| !is_conserved(text)) {
                return Err(TEXT);
            }
        }
        Ok(())
    }
}

/// What stands at a place: a scalar, or the kind of a container.
#[derive(Debug, PartialEq)]
enum Item<'v> {
    Null,
    Boolean(bool),
    Number(&'v Number<'v>),
    String(&'v str),
    Array(usize),
    Object(usize),
}

/// Everything in a value with its place, sorted by place. A key that stands twice is there twice.
fn inventory<'v>(value: &'v Value<'v>) -> Vec<(String, Item<'v>)> {
    let mut items = Vec::new();
    let mut open = vec![(String::new(), value)];
    while let Some((path, value)) = open.pop() {
        let item = match value {
            Value::Null => Item::Null,
            Value::Boolean(value) => Item::Boolean(*value),
            Value::Number(number) => Item::Number(number),
            Value::String(string) => Item::String(string),
            Value::Array(array) => {
                let items = array.iter().enumerate();
                open.extend(items.map(|(index, item)| (format!("{path}/{index}"), item)));
                Item::Array(array.len())
            }
            Value::Object(members) => {
                let member = |key: &str| key.replace('~', "~0").replace('/', "~1");
                let items = members.iter();
                open.extend(
                    items.map(|item| (format!("{path}/{}", member(&item.key)), &item.value)),
                );
                Item::Object(members.len())
            }
        };
        items.push((path, item));
    }
    items.sort_by(|one, other| one.0.cmp(&other.0));
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{REJECTED, accepted, accepting, check};

    #[test]
    fn whatever_is_lost_invented_doubled_moved_or_retyped_is_found() {
        let case = accepting("", r#"{"a":[1,"x"],"b":{}}"#);
        for right in [r#"{"a":[1,"x"],"b":{}}"#, r#"{"b":{},"a":[1.0,"x"]}"#] {
            assert_eq!(check(&Conservation, &case, &accepted(right, &[])), Ok(()));
        }
        for lie in [
            r#"{"a":[1,"x"]}"#,
            r#"{"a":[1,"x"],"b":{},"c":1}"#,
            r#"{"a":[1,"x"],"b":{},"a":[1,"x"]}"#,
            r#"{"a":["x",1],"b":{}}"#,
            r#"{"a":["1","x"],"b":{}}"#,
            r#"{"a":[1,"x"],"b":[]}"#,
        ] {
            let line = accepted(lie, &[]);
            assert_eq!(check(&Conservation, &case, &line), Err(VALUE), "{lie}");
        }
        let line =
            r#"{"id":1,"outcome":"accepted","value":{"a":[1,"x"],"b":{}},"text":"{}","rules":[]}"#;
        assert_eq!(check(&Conservation, &case, line), Err(TEXT));
        assert_eq!(check(&Conservation, &case, REJECTED), Ok(()));
    }
}
