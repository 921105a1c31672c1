//! A fault that is planted in the contract of a world at random, whatever else it holds (REQ CON-1, CON-2, CON-3).

use super::super::super::world::{Activity, Parts, World};
use super::super::super::{Choices, Json, Scene};

/// A member that no contract may have.
pub(super) struct Planted {
    /// Its name.
    pub(super) name: &'static str,
    /// The requirement that it breaks.
    requirement: &'static str,
    /// The member of the contract that it stands in; none for the contract itself.
    section: Option<&'static str>,
    /// Its key.
    key: &'static str,
    /// Its value, as JSON text.
    value: &'static str,
}

/// Every such member.
pub(super) const PLANTED: [Planted; 16] = [
    planted("planted-version", "CON-1", None, "contract", "2"),
    planted("planted-phase", "CON-1", None, "phase", "\"\""),
    planted("planted-member", "CON-1", None, "tool", "{}"),
    planted(
        "planted-position-list",
        "CON-1",
        Some("positions"),
        "object",
        "[]",
    ),
    planted(
        "planted-reference-list",
        "CON-1",
        Some("references"),
        "evidences",
        "[]",
    ),
    planted(
        "planted-binding",
        "CON-1",
        Some("bindings"),
        "visible",
        "[]",
    ),
    planted(
        "planted-tool",
        "CON-1",
        Some("tools"),
        "z",
        r#"{"effect":"delete"}"#,
    ),
    planted(
        "planted-budget",
        "CON-1",
        Some("budget"),
        "actions_left",
        "-1",
    ),
    planted("planted-keyword", "CON-2", Some("schema"), "not", "false"),
    planted(
        "planted-keyword-form",
        "CON-2",
        Some("schema"),
        "minProperties",
        "\"0\"",
    ),
    planted(
        "planted-number",
        "CON-2",
        Some("schema"),
        "maximum",
        "1e400",
    ),
    planted(
        "planted-pattern",
        "CON-2",
        Some("schema"),
        "pattern",
        "\"(?=a)\"",
    ),
    planted(
        "planted-pointer",
        "CON-2",
        Some("schema"),
        "$ref",
        "\"#/none\"",
    ),
    planted(
        "planted-recursion",
        "CON-2",
        Some("schema"),
        "anyOf",
        r##"[{"$ref":"#"}]"##,
    ),
    planted(
        "planted-position",
        "CON-3",
        Some("positions"),
        "objects",
        r#"["/none"]"#,
    ),
    planted(
        "planted-reference",
        "CON-3",
        Some("references"),
        "hypothesis",
        r#"["/none"]"#,
    ),
];

const fn planted(
    name: &'static str,
    requirement: &'static str,
    section: Option<&'static str>,
    key: &'static str,
    value: &'static str,
) -> Planted {
    Planted {
        name,
        requirement,
        section,
        key,
        value,
    }
}

/// The contract of a world with one of them in it.
pub(super) fn refused(choices: &mut Choices<'_>) -> Scene {
    let planted = choices.pick(&PLANTED);
    let world = World::draw(Activity::Any, Parts::default(), &[], choices);
    let mut contract = Json::Object(world.document());
    let value = Json::Raw(planted.value.to_owned());
    match planted.section {
        None => contract.put(planted.key, value),
        Some(section) => match contract.at(&[section]) {
            Some(object) => object.put(planted.key, value),
            None => contract.put(section, Json::object([(planted.key, value)])),
        },
    }
    super::scene(
        planted.name,
        planted.requirement,
        contract.value_text(),
        None,
    )
}
