//! The course of a session as it was heard: of each step what it was said to belong to, and what came of it.

use std::collections::BTreeSet;

use crate::case::{CallKind, Happening, Script, Step};
use crate::protocol::{Answer, Command};

/// The course of a session, up to where it was heard.
#[derive(Debug, Default)]
pub struct Course {
    /// What was heard, in order.
    pub turns: Vec<Turn>,
    /// Every checkpoint that was taken, in order.
    pub checkpoints: Vec<String>,
    /// Every audit that was taken, in order. The last one was taken after the last step, if there is a `last_audit`.
    pub audits: Vec<Audit>,
    /// Whether the last audit is that after the last step.
    pub is_whole: bool,
}

/// One step, or a look at the session in between.
#[derive(Debug)]
pub struct Turn {
    /// The index of the step.
    pub step: usize,
    /// Whether it is no step of the script but a look at the session after one that was refused.
    pub is_look: bool,
    /// The id of the call or action that the step was said to belong to.
    pub to: Option<String>,
    /// What came of it.
    pub came: Came,
}

/// What came of a step.
#[derive(Debug)]
pub enum Came {
    /// An error.
    Error {
        /// Which one.
        name: String,
        /// More about it.
        detail: Option<String>,
    },
    /// It was taken.
    Taken {
        /// What the caller has to do.
        commands: Vec<Given>,
        /// The state afterwards.
        state: StateGiven,
    },
}

/// A command that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// Call a model.
    Call(CallGiven),
    /// Run an action.
    Execute {
        /// The id of the action.
        id: String,
        /// The tool.
        tool: String,
        /// The arguments as JSON text.
        arguments: String,
    },
    /// Stop.
    Stop {
        /// Why.
        reason: String,
        /// The checks that the last response passed.
        checked: Vec<String>,
        /// What is safe to do next.
        next_step: String,
    },
}

/// A call that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallGiven {
    /// Its id.
    pub id: String,
    /// Its kind, as it was named.
    pub kind: String,
    /// The provider.
    pub provider: String,
    /// The prompt.
    pub prompt: String,
}

/// A state that was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateGiven {
    /// How many responses in a row were not accepted as they came.
    pub invalid_responses: u64,
    /// How many actions are left.
    pub actions_left: Option<u64>,
    /// The state changes as JSON text.
    pub state_changes: String,
    /// Why the session has stopped.
    pub stopped: Option<String>,
}

/// An audit that was told.
#[derive(Debug)]
pub struct Audit {
    /// How many steps had been taken.
    pub after: usize,
    /// The records, each as JSON text.
    pub records: Vec<String>,
    /// The hash of the last one.
    pub head: String,
    /// Every line logged or diagnosed so far.
    pub log: Vec<String>,
}

/// What is open, or was last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Open {
    /// A call, by its id.
    Call(String),
    /// An action, by its id.
    Action(String),
    /// Nothing any more.
    Nothing,
}

impl Came {
    /// What an answer says came of a step; none if it is one to something else.
    #[must_use]
    pub fn of(answer: &Answer<'_>) -> Option<Self> {
        match answer {
            Answer::Error { name, detail } => Some(Self::Error {
                name: name.clone().into_owned(),
                detail: detail.clone().map(Into::into),
            }),
            Answer::Taken { commands, state } => Some(Self::Taken {
                commands: commands.iter().map(Given::of).collect(),
                state: StateGiven {
                    invalid_responses: state.invalid_responses,
                    actions_left: state.actions_left,
                    state_changes: state.state_changes.get().to_owned(),
                    stopped: state.stopped.clone().map(Into::into),
                },
            }),
            _ => None,
        }
    }

    /// The commands; none after an error.
    #[must_use]
    pub fn commands(&self) -> &[Given] {
        match self {
            Self::Taken { commands, .. } => commands,
            Self::Error { .. } => &[],
        }
    }
}

impl Given {
    fn of(command: &Command<'_>) -> Self {
        match command {
            Command::Call {
                call,
                kind,
                provider,
                prompt,
            } => Self::Call(CallGiven {
                id: call.clone().into_owned(),
                kind: kind.clone().into_owned(),
                provider: provider.clone().into_owned(),
                prompt: prompt.clone().into_owned(),
            }),
            Command::Execute {
                action,
                tool,
                arguments,
            } => Self::Execute {
                id: action.clone().into_owned(),
                tool: tool.clone().into_owned(),
                arguments: (*arguments).to_owned(),
            },
            Command::Stop {
                stop_reason,
                checked,
                next_step,
            } => Self::Stop {
                reason: stop_reason.clone().into_owned(),
                checked: checked
                    .iter()
                    .map(|check| check.clone().into_owned())
                    .collect(),
                next_step: next_step.clone().into_owned(),
            },
        }
    }

    /// The id, if it has one.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Call(call) => Some(&call.id),
            Self::Execute { id, .. } => Some(id),
            Self::Stop { .. } => None,
        }
    }
}

impl CallGiven {
    /// Whether it asks for a replacement.
    #[must_use]
    pub fn is_repair(&self) -> bool {
        self.kind == CallKind::Repair.name()
    }
}

impl Turn {
    /// The step of a script.
    pub(super) fn of<'s>(&self, script: &'s Script) -> Option<&'s Step> {
        script.steps.get(self.step)
    }

    /// Whether it only repeats what is open: a resume, or a look.
    pub(super) fn is_repeating(&self, script: &Script) -> bool {
        let step = self.of(script);
        self.is_look || step.is_some_and(|step| matches!(step.happening, Happening::Resume(_)))
    }
}

impl Course {
    /// The turns that are steps.
    pub(super) fn steps(&self) -> impl Iterator<Item = &Turn> {
        self.turns.iter().filter(|turn| !turn.is_look)
    }

    /// The calls, each where its id was first given out.
    #[must_use]
    pub fn calls(&self) -> Vec<&CallGiven> {
        let mut seen = BTreeSet::new();
        let all = self.turns.iter().flat_map(|turn| turn.came.commands());
        let calls = all.filter_map(|command| match command {
            Given::Call(call) => Some(call),
            _ => None,
        });
        calls.filter(|call| seen.insert(call.id.as_str())).collect()
    }

    /// The ids of the actions, each where it was first given out.
    #[must_use]
    pub fn actions(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let all = self.turns.iter().flat_map(|turn| turn.came.commands());
        let actions = all.filter_map(|command| match command {
            Given::Execute { id, .. } => Some(id.as_str()),
            _ => None,
        });
        actions.filter(|id| seen.insert(*id)).collect()
    }

    /// The last turn before this one that was taken and is no look.
    pub(super) fn before(&self, turn: usize) -> Option<&Turn> {
        let before = self.turns.get(..turn).unwrap_or_default();
        let mut taken = before.iter().rev().filter(|turn| !turn.is_look);
        taken.find(|turn| matches!(turn.came, Came::Taken { .. }))
    }

    /// What is open after all turns.
    #[must_use]
    pub fn open(&self) -> Open {
        let taken = self.before(self.turns.len());
        let last = taken.and_then(|turn| turn.came.commands().last());
        match last {
            Some(Given::Call(call)) => Open::Call(call.id.clone()),
            Some(Given::Execute { id, .. }) => Open::Action(id.clone()),
            Some(Given::Stop { .. }) | None => Open::Nothing,
        }
    }
}
