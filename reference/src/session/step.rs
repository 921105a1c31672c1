//! What an accepted text asks for: an action, and changes of state.

use std::convert::Infallible;

use super::command::Execute;
use crate::call::Call;
use crate::contract::Contract;
use crate::json::{Document, Kind, Value};
use crate::place::Place;

/// One accepted step of an investigation.
pub(super) struct Step {
    /// What is to be carried out; nothing if the step ends the investigation.
    pub(super) action: Option<Action>,
    /// The changes of state, each as JSON text with its own tokens.
    pub(super) state_changes: Vec<String>,
}

/// An action that is not final.
pub(super) struct Action {
    tool: String,
    arguments: String,
}

impl Action {
    /// The tool that it calls.
    pub(super) fn tool(&self) -> &str {
        &self.tool
    }

    /// The command to carry it out, under an id.
    pub(super) fn command(self, id: String) -> Execute {
        Execute {
            action: id,
            tool: self.tool,
            arguments: self.arguments,
        }
    }
}

impl Step {
    /// Reads a text that was accepted under this contract; one that was not asks for nothing.
    ///
    /// Without tools nothing can be carried out, so any step is the last.
    pub(super) fn read(contract: &Contract, text: &str) -> Self {
        let Ok(document) = Document::parse(text) else {
            return Self {
                action: None,
                state_changes: Vec::new(),
            };
        };
        let root = document.root();
        let mut state_changes = Vec::new();
        let mut take = |value: Value<'_>, _: &Place<'_>| {
            match value.kind() {
                Kind::Array => {
                    state_changes.extend(value.elements().map(|one| one.raw().to_owned()));
                }
                _ => state_changes.push(value.raw().to_owned()),
            }
            Ok::<(), Infallible>(())
        };
        let Ok(()) = Place::Root.each_at(root, contract.state_changes(), &mut take);
        Self {
            action: action(contract, Call::of(root)),
            state_changes,
        }
    }
}

fn action(contract: &Contract, call: Option<Call<'_>>) -> Option<Action> {
    let call = call?;
    let tool = call.tool(contract.tools()?)?;
    if tool.is_final {
        return None;
    }
    let arguments = call.any_arguments();
    Some(Action {
        tool: call.action()?.as_str()?.into_owned(),
        arguments: arguments.map_or_else(|| "null".to_owned(), |value| value.raw().to_owned()),
    })
}
