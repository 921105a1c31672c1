//! The contracts that cases need: which are loaded, and what becomes of the cases of one that is not.

use recovery_reports::Verdict;

use super::decision::Decision;
use crate::judge::Fault;
use crate::protocol::{Answer, Request};

/// How many contracts in a row may hang before none is tried any more.
const HANGS_IN_A_ROW: usize = 3;

/// The contracts of a plan, as one worker finds them.
pub(super) struct Contracts<'a> {
    contracts: Vec<Contract<'a>>,
    hangs_in_a_row: usize,
}

struct Contract<'a> {
    name: &'a str,
    text: &'a str,
    state: State,
}

/// What became of a contract.
pub(super) enum State {
    /// It was not tried yet.
    Untried,
    /// It can be loaded; every new process loads it.
    Loaded,
    /// The implementation refuses it.
    Refused,
    /// The implementation does not load contracts.
    Unsupported,
    /// Loading it came to a bad end. It is not tried again.
    Troubled(Box<Decision>),
}

/// The state of a contract whose loading came to this.
pub(super) fn troubled(trouble: Decision) -> State {
    State::Troubled(Box::new(trouble))
}

impl<'a> Contracts<'a> {
    pub(super) fn new(contracts: &[(&'a str, &'a str)]) -> Self {
        let untried = |&(name, text)| Contract {
            name,
            text,
            state: State::Untried,
        };
        Self {
            contracts: contracts.iter().map(untried).collect(),
            hangs_in_a_row: 0,
        }
    }

    /// The request that loads a contract in a new process; none if it is not to be loaded.
    pub(super) fn request(&self, index: usize) -> Option<Request<'a>> {
        let Contract { name, text, state } = self.contracts.get(index)?;
        let is_tried = matches!(state, State::Untried | State::Loaded);
        is_tried.then_some(Request::Load {
            name,
            contract: text,
        })
    }

    /// Notes the answer to a request.
    pub(super) fn note_reply(&mut self, index: usize, answer: &Answer<'_>) {
        self.hangs_in_a_row = 0;
        let state = match answer {
            Answer::Loaded => State::Loaded,
            Answer::Error { name, .. } if name == "contract" => State::Refused,
            Answer::Error { name, .. } if name == "unsupported_op" => State::Unsupported,
            Answer::Error { .. } => troubled(Decision::of_fault(&Fault::Error)),
            _ => troubled(Decision::of_fault(&Fault::Kind("outcome"))),
        };
        self.set(index, state);
    }

    /// Notes that loading a contract ended the process.
    pub(super) fn note_trouble(&mut self, index: usize, trouble: Decision) {
        let is_hang = trouble.verdict == Verdict::Hang;
        self.hangs_in_a_row = if is_hang { self.hangs_in_a_row + 1 } else { 0 };
        self.set(index, troubled(trouble));
        if self.hangs_in_a_row == HANGS_IN_A_ROW {
            let why = format!("loading {HANGS_IN_A_ROW} contracts in a row hung");
            for contract in &mut self.contracts {
                if matches!(contract.state, State::Untried | State::Loaded) {
                    contract.state = troubled(Decision::unsent(Verdict::Hang, why.as_str()));
                }
            }
        }
    }

    pub(super) fn set(&mut self, index: usize, state: State) {
        if let Some(contract) = self.contracts.get_mut(index) {
            contract.state = state;
        }
    }

    /// What a case of a contract comes to without being sent; none if it can be sent.
    pub(super) fn verdict(&self, index: usize) -> Option<Decision> {
        match &self.contracts.get(index)?.state {
            State::Untried | State::Loaded => None,
            State::Refused => Some(Decision::of_fault(&Fault::ContractRefused)),
            State::Unsupported => Some(Decision::of_fault(&Fault::Unsupported)),
            State::Troubled(_) => self.trouble(index),
        }
    }

    /// What a case of a contract comes to whose loading came to a bad end.
    pub(super) fn trouble(&self, index: usize) -> Option<Decision> {
        let Contract { name, state, .. } = self.contracts.get(index)?;
        match state {
            State::Troubled(trouble) => {
                Some(Decision::clone(trouble).because(&format!("loading the contract `{name}`")))
            }
            _ => None,
        }
    }
}
