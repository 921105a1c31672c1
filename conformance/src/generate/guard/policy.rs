//! Policies of runs, and such as are refused (REQ GRD-5, GRD-10).

use std::collections::BTreeMap;

use super::course::OnCorruption;
use super::led::{READERS, WRITERS};
use crate::generate::Choices;
use crate::generate::json::quoted;

/// Policies that are refused, `@` standing for a tool that reads and `!` for one that writes.
const REFUSED: [&str; 16] = [
    r#"{"on_corruption":"continue"}"#,
    r#"{"on_corruption":null}"#,
    r#"{"on_corruption":"Stop"}"#,
    r#"{"on_corruption":true}"#,
    r#"{"on_curruption":"block_writes"}"#,
    r#"{"tools":{"@":{"retries":101}}}"#,
    r#"{"tools":{"@":{"retries":-1}}}"#,
    r#"{"tools":{"@":{"retries":1.5}}}"#,
    r#"{"tools":{"@":{"retries":"1"}}}"#,
    r#"{"tools":{"@":{"retries":null}}}"#,
    r#"{"tools":{"@":{"fallback":"@"}}}"#,
    r#"{"tools":{"@":{"fallback":"!"}}}"#,
    r#"{"tools":{"@":{"fallback":"shell.run"}}}"#,
    r#"{"tools":{"@":{"fallback":null}}}"#,
    r#"{"tools":{"@":{"retry":1}}}"#,
    r#"{"tools":[]}"#,
];

/// What a run may do after corruption and after a tool failure.
#[derive(Debug, Clone)]
pub(super) struct Policy {
    /// None says nothing, which is to stop.
    pub(super) on_corruption: Option<OnCorruption>,
    /// Of each tool that is named, how often it is tried again and what takes over.
    pub(super) tools: BTreeMap<String, (Option<usize>, Option<String>)>,
}

impl Policy {
    /// Any policy that is taken.
    pub(super) fn any(choices: &mut Choices<'_>) -> Self {
        let on_corruption = *choices.pick(&[
            None,
            Some(OnCorruption::BlockWrites),
            Some(OnCorruption::Stop),
            Some(OnCorruption::BlockWrites),
        ]);
        let mut tools = BTreeMap::new();
        while choices.more(tools.len(), 2) {
            let tool = READERS[tools.len()].to_owned();
            let retries = *choices.pick(&[None, Some(1), Some(0), Some(2), Some(100)]);
            let fallback = choices.one_in(2).then(|| READERS[2].to_owned());
            tools.insert(tool, (retries, fallback));
        }
        Self {
            on_corruption,
            tools,
        }
    }

    /// How often a tool is tried, and what takes over.
    pub(super) fn of(&self, tool: &str) -> (usize, Option<&str>) {
        let (retries, fallback) = match self.tools.get(tool) {
            Some((retries, fallback)) => (retries.unwrap_or(0), fallback.as_deref()),
            None => (0, None),
        };
        (retries + 1, fallback)
    }

    /// The policy as JSON text; none if it says nothing.
    pub(super) fn text(&self) -> Option<String> {
        let mut members = Vec::new();
        members.extend(self.on_corruption.map(|what| match what {
            OnCorruption::Stop => r#""on_corruption":"stop""#.to_owned(),
            OnCorruption::BlockWrites => r#""on_corruption":"block_writes""#.to_owned(),
        }));
        let tools = self.tools.iter().map(|(tool, (retries, fallback))| {
            let retries = retries.map(|retries| format!(r#""retries":{retries}"#));
            let fallback = fallback
                .as_ref()
                .map(|tool| format!(r#""fallback":{}"#, quoted(tool)));
            let said: Vec<_> = retries.into_iter().chain(fallback).collect();
            format!("{}:{{{}}}", quoted(tool), said.join(","))
        });
        let tools: Vec<_> = tools.collect();
        if !tools.is_empty() {
            members.push(format!(r#""tools":{{{}}}"#, tools.join(",")));
        }
        (!members.is_empty()).then(|| format!("{{{}}}", members.join(",")))
    }
}

/// The text of a policy that is refused; none past the last.
pub(super) fn refused(kind: usize) -> Option<String> {
    let policy = REFUSED.get(kind)?;
    Some(policy.replace('@', READERS[0]).replace('!', WRITERS[0]))
}

/// How many of them there are.
pub(super) const REFUSALS: usize = REFUSED.len();
