//! Commands and state as lines of JSON: for the harness protocol and for whoever watches a session.

use super::command::{Call, Command, Execute, Stop};
use super::state::State;
use crate::wire::{on_one_line, quoted};

impl Command {
    /// One JSON object on one line. Arguments stand in it with their own tokens.
    #[must_use]
    pub fn to_json(&self) -> String {
        match self {
            Self::Call(Call {
                id,
                kind,
                provider,
                prompt,
            }) => format!(
                r#"{{"call":{},"kind":"{}","provider":{},"prompt":{}}}"#,
                quoted(id),
                kind.name(),
                quoted(provider),
                quoted(prompt)
            ),
            Self::Execute(Execute {
                action,
                tool,
                arguments,
            }) => format!(
                r#"{{"execute":{},"tool":{},"arguments":{}}}"#,
                quoted(action),
                quoted(tool),
                on_one_line(arguments)
            ),
            Self::Stop(Stop {
                reason,
                checked,
                next_step,
            }) => {
                let checked: Vec<_> = checked.names().map(quoted).collect();
                format!(
                    r#"{{"stop":{{"stop_reason":{},"checked":[{}],"next_step":"{}"}}}}"#,
                    quoted(reason.name()),
                    checked.join(","),
                    next_step.name()
                )
            }
        }
    }
}

impl State {
    /// One JSON object on one line. State changes stand in it with their own tokens.
    #[must_use]
    pub fn to_json(&self) -> String {
        let actions_left = self
            .actions_left
            .map_or_else(|| "null".to_owned(), |left| left.to_string());
        let changes: Vec<_> = self
            .state_changes
            .iter()
            .map(|change| on_one_line(change))
            .collect();
        let stopped = self
            .stopped
            .as_ref()
            .map_or_else(|| "null".to_owned(), |reason| quoted(reason.name()));
        format!(
            r#"{{"invalid_responses":{},"actions_left":{actions_left},"state_changes":[{}],"stopped":{stopped}}}"#,
            self.invalid_responses,
            changes.join(",")
        )
    }
}
