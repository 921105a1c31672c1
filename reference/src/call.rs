//! The call of a response: where its action and its arguments stand, and what they are called.

use std::collections::BTreeMap;

use crate::contract::{Table, Tool};
use crate::json::{Kind, Value};
use crate::place::Place;

/// Where the call stands.
pub(crate) const NEXT: Place<'_> = Place::Key(&Place::Root, KEY_NEXT);
/// Where its action stands.
pub(crate) const ACTION: Place<'_> = Place::Key(&NEXT, KEY_ACTION);
/// Where its arguments stand.
pub(crate) const ARGUMENTS: Place<'_> = Place::Key(&NEXT, KEY_ARGUMENTS);

const KEY_NEXT: &str = "next";
const KEY_ACTION: &str = "action";
const KEY_ARGUMENTS: &str = "arguments";

/// The argument that names a table.
pub(crate) const TABLE: &str = "table";
/// The argument that lists columns.
pub(crate) const COLUMNS: &str = "columns";
/// The argument that lists filters.
pub(crate) const FILTERS: &str = "filters";
/// The argument that says how many rows.
pub(crate) const LIMIT: &str = "limit";

/// The member of a filter that names a column.
pub(crate) const COLUMN: &str = "column";
/// The member of a filter that names an operator.
pub(crate) const OPERATOR: &str = "operator";
/// The member of a filter that a column is compared with.
pub(crate) const VALUE: &str = "value";

/// The way to the arguments, from the root of a response.
pub(crate) const TO_ARGUMENTS: [&str; 2] = [KEY_NEXT, KEY_ARGUMENTS];

/// Every key that is read of a call.
pub(crate) const KEYS: [&str; 10] = [
    KEY_NEXT,
    KEY_ACTION,
    KEY_ARGUMENTS,
    TABLE,
    COLUMNS,
    FILTERS,
    LIMIT,
    COLUMN,
    OPERATOR,
    VALUE,
];

/// The call of a response. An object must stand where one is expected; anything else counts as
/// absent here.
#[derive(Clone, Copy)]
pub(crate) struct Call<'d> {
    next: Value<'d>,
}

impl<'d> Call<'d> {
    /// The call in a response; `None` without an object for it.
    pub(crate) fn of(root: Value<'d>) -> Option<Self> {
        let next = object(next(root))?;
        Some(Self { next })
    }

    pub(crate) fn action(self) -> Option<Value<'d>> {
        self.next.get(KEY_ACTION)
    }

    /// What stands where the arguments are expected, whatever it is.
    pub(crate) fn in_place_of_arguments(self) -> Option<Value<'d>> {
        self.next.get(KEY_ARGUMENTS)
    }

    /// The object of the arguments.
    pub(crate) fn arguments(self) -> Option<Value<'d>> {
        object(self.in_place_of_arguments())
    }

    /// What stands where the arguments do, of any kind.
    pub(crate) fn any_arguments(self) -> Option<Value<'d>> {
        self.next.get(KEY_ARGUMENTS)
    }

    pub(crate) fn argument(self, name: &str) -> Option<Value<'d>> {
        self.arguments()?.get(name)
    }

    /// The tool that the action names, if it is one of these.
    pub(crate) fn tool(self, tools: &BTreeMap<String, Tool>) -> Option<&Tool> {
        tools.get(&*self.action()?.as_str()?)
    }

    /// The table that the arguments name, if it is one of the tool's.
    pub(crate) fn table(self, tool: &Tool) -> Option<&Table> {
        let name = self.argument(TABLE)?.as_str()?;
        tool.tables.as_ref()?.get(&*name)
    }
}

/// What stands where the call is expected, whatever it is.
pub(crate) fn next(root: Value<'_>) -> Option<Value<'_>> {
    root.get(KEY_NEXT)
}

fn object(value: Option<Value<'_>>) -> Option<Value<'_>> {
    value.filter(|value| value.kind() == Kind::Object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Contract;
    use crate::json::Document;

    #[test]
    fn tool_and_table_are_found_by_the_call() {
        let contract = Contract::compile(
            r#"{"contract":1,"phase":"investigation","schema":{"type":"object"},"tools":{
                "q":{"effect":"read","operators":["eq"],"tables":{"t":["c"]}},
                "r":{"effect":"read"}}}"#,
        )
        .unwrap();
        let tools = contract.tools().unwrap();
        let found = |response: &str| {
            let document = Document::parse(response).unwrap();
            let call = Call::of(document.root())?;
            let tool = call.tool(tools)?;
            let table = call.table(tool).map(|table| table.has_column("c"));
            Some((tool.has_operator("eq"), table))
        };
        for (response, expected) in [
            (
                r#"{"next":{"action":"q","arguments":{"table":"t"}}}"#,
                Some((true, Some(true))),
            ),
            (
                r#"{"next":{"action":"q","arguments":{"table":"T"}}}"#,
                Some((true, None)),
            ),
            (
                r#"{"next":{"action":"q","arguments":["table","t"]}}"#,
                Some((true, None)),
            ),
            (
                r#"{"next":{"action":"r","arguments":{"table":"t"}}}"#,
                Some((false, None)),
            ),
            (r#"{"next":{"action":"s"}}"#, None),
            (r#"{"next":"q"}"#, None),
            ("[]", None),
        ] {
            assert_eq!(found(response), expected, "{response}");
        }
    }
}
