//! The small world of sessions: a contract, whose texts have canaries.

use super::super::{Choices, Json};
use super::bindings::Bindings;
use crate::generate::json::quoted;

/// The contract of a session. Its texts have canaries.
#[derive(Debug, Clone)]
pub(super) struct Desk {
    phase: &'static str,
    has_marker: bool,
    pub(super) has_tools: bool,
    /// Whether what the tools return goes through the guard (REQ SES-7).
    pub(super) has_outputs: bool,
    /// How many actions are left at first, if the contract says so.
    pub(super) budget: Option<u64>,
    /// The texts of the context.
    context: [String; 2],
}

const PROPERTIES: &str = r##""type":"object","required":["hypothesis","next"],"additionalProperties":false,"properties":{"note":{"type":"string"},"hypothesis":{"type":"string"},"evidence":{"type":"array","items":{"$ref":"#/$defs/evidence"}},"state_changes":{"type":"array","items":{"type":"object"}},"scores":{"type":"array","items":{"type":"integer"}},"next":{"type":"object","required":["action","arguments"],"properties":{"action":{"type":"string"},"arguments":{"type":"object","properties":{"table":{"type":"string"},"filters":{"type":"array","items":{"type":"object"}}}}}}},"$defs":{"evidence":{"type":"object","required":["id"],"additionalProperties":false,"properties":{"id":{"type":"string"},"confidence":{"type":"number"}}}}"##;
const POSITIONS: &str = r#"{"objects":["/evidence/*","/next/arguments"],"filters":["/next/arguments/filters"],"repairable":["/evidence","/next/arguments/filters","/scores"],"state_changes":"/state_changes"}"#;
const TOOLS: &str = r#"{"look":{"effect":"read","operators":["eq","ne"],"tables":{"orders":["id","status"]}},"mend":{"effect":"write"},"conclude":{"effect":"final"}}"#;
const GUARDED_TOOLS: &str = r#"{"look":{"effect":"read","operators":["eq","ne"],"tables":{"orders":["id","status"]},"output":{"tool":"look","effect":"read","schema":{"type":"object","required":["rows"],"properties":{"rows":{"type":"array"}}}}},"mend":{"effect":"write","output":{"tool":"mend","effect":"write","schema":{"type":"object","required":["rows"]}}},"conclude":{"effect":"final"}}"#;
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
        let has_outputs = has_tools && choices.one_in(2);
        let budget = match choices.upto(4) {
            4 => None,
            left => Some(3 - left as u64),
        };
        Self {
            phase,
            has_marker,
            has_tools,
            has_outputs,
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
            let tools = if self.has_outputs {
                GUARDED_TOOLS
            } else {
                TOOLS
            };
            members.push(("tools", tools.to_owned()));
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
}
