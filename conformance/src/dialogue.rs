//! A case that is a conversation: the next request follows from the replies before it, and the verdict from all of them.
//!
//! A dialogue has no process and no clock. It is asked for its next request, told what was answered, and says in the end
//! what its course was.

mod spoil;

use std::collections::BTreeMap;

use crate::case::{Case, Happening, PolicyGiven, Resume, Script, Spoil, StepExpectation, To};
use crate::judge::Fault;
use crate::judge::session::{Audit, Came, Course, Flaw, Open, Turn, is_on_course, judge};
use crate::protocol::{Answer, Event, Request};

/// An id that no session gives out.
const NOBODY: &str = "nobody-0";

/// The conversation of one case.
#[derive(Debug)]
pub struct Dialogue<'a> {
    script: &'a Script,
    contracts: &'a BTreeMap<String, String>,
    /// The name that all sessions of the dialogue begin with.
    name: String,
    /// The session that goes on.
    session: String,
    /// How many sessions were named.
    sessions: usize,
    course: Course,
    step: usize,
    next: Next,
    /// The requests so far, each as a line, and the replies to them.
    requests: Vec<String>,
    replies: Vec<String>,
    /// The step that each reply has to do with, and whether it is one to a look at the session.
    steps: Vec<(usize, bool)>,
    /// The id of the first request where it is asked again by hand: before it stand the handshake and the contracts.
    first_id: u64,
}

/// What is asked next.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Next {
    /// The step: it is opened, or something happens.
    Step,
    /// A checkpoint, to resume from.
    Checkpoint(Purpose),
    /// The audit, to resume from.
    Audit(Purpose),
    /// The resume.
    Resume(Purpose),
}

/// What a checkpoint and an audit are taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The step is a resume.
    Step,
    /// To look whether a step that was refused changed anything.
    Look,
    /// The last step is over.
    End,
}

impl Next {
    /// Whether it is a look at the session after a step that was refused.
    fn is_look(&self) -> bool {
        match self {
            Self::Step => false,
            Self::Checkpoint(purpose) | Self::Audit(purpose) | Self::Resume(purpose) => {
                *purpose == Purpose::Look
            }
        }
    }
}

impl<'a> Dialogue<'a> {
    /// The dialogue of a case under a name that no other has in the same process; none if the case is none.
    #[must_use]
    pub fn new(
        case: &'a Case,
        contracts: &'a BTreeMap<String, String>,
        name: String,
    ) -> Option<Self> {
        let crate::case::Ask::Session(script) = &case.ask else {
            return None;
        };
        let loaded: std::collections::BTreeSet<&str> = case.contracts().collect();
        Some(Self {
            script,
            contracts,
            session: name.clone(),
            name,
            sessions: 1,
            course: Course::default(),
            step: 0,
            next: Next::Step,
            requests: Vec::new(),
            replies: Vec::new(),
            steps: Vec::new(),
            first_id: 1 + loaded.len() as u64,
        })
    }

    /// Hands the next request to whoever sends it.
    pub fn ask(&mut self, send: impl FnOnce(&Request<'_>)) {
        let to = self.to();
        let to = to.as_deref().unwrap_or(NOBODY);
        let name = self.resumed_name();
        let checkpoint;
        let records;
        let message;
        let step = self.script.steps.get(self.step);
        let session = self.session.as_str();
        let request = match (&self.next, step.map(|step| &step.happening)) {
            (Next::Checkpoint(_), _) => Request::SessionCheckpoint { session },
            (Next::Audit(_), _) => Request::SessionAudit { session },
            (Next::Resume(purpose), happening) => {
                let plain = Resume::default();
                let resume = match (purpose, happening) {
                    (Purpose::Step, Some(Happening::Resume(resume))) => resume,
                    _ => &plain,
                };
                (checkpoint, records) = self.saved(resume.spoil);
                let policy = match &resume.policy {
                    PolicyGiven::Same => self.script.policy.as_deref(),
                    PolicyGiven::LeftOut => None,
                    PolicyGiven::Other(policy) => Some(policy.as_str()),
                };
                let request = Request::SessionResume {
                    session: &name,
                    checkpoint: &checkpoint,
                    records: &records,
                    policy,
                    contract: resume.contract.as_deref().unwrap_or(&self.script.contract),
                };
                let line = request.line(self.first_id + self.requests.len() as u64);
                send(&request);
                self.requests.push(line);
                return;
            }
            (Next::Step, Some(Happening::Respond { text, finish, .. })) => Request::SessionEvent {
                session,
                event: Event::LlmResponse {
                    call: to,
                    text,
                    finish: *finish,
                },
            },
            (Next::Step, Some(Happening::TransportError { kind, .. })) => Request::SessionEvent {
                session,
                event: Event::TransportError { call: to, kind },
            },
            (
                Next::Step,
                Some(Happening::Result {
                    output, bindings, ..
                }),
            ) => Request::SessionEvent {
                session,
                event: Event::ToolResult {
                    action: to,
                    output,
                    bindings: bindings.as_deref(),
                },
            },
            (
                Next::Step,
                Some(Happening::Output {
                    output, bindings, ..
                }),
            ) => {
                message = output.message();
                Request::SessionEvent {
                    session,
                    event: Event::ToolResult {
                        action: to,
                        output: &message,
                        bindings: bindings.as_deref(),
                    },
                }
            }
            (Next::Step, _) => Request::SessionOpen {
                session,
                policy: self.script.policy.as_deref(),
                contract: &self.script.contract,
            },
        };
        let line = request.line(self.first_id + self.requests.len() as u64);
        send(&request);
        self.requests.push(line);
    }

    /// Takes the answer to the request that was asked last. True if there is a next one; false if the dialogue is over.
    ///
    /// # Errors
    /// The [`Flaw`] of an answer after which nothing can be asked: it is one to something else.
    pub fn hear(&mut self, answer: &Answer<'_>, line: &str) -> Result<bool, Flaw> {
        self.replies.push(line.to_owned());
        self.steps.push((self.step, self.next.is_look()));
        let wrong = |fault| Flaw {
            step: Some(self.step),
            fault,
        };
        if let Answer::Error { name, .. } = answer
            && name == "unsupported_op"
        {
            return Err(wrong(Fault::Unsupported));
        }
        match (self.next.clone(), answer) {
            (Next::Checkpoint(purpose), Answer::Checkpoint { checkpoint }) => {
                self.course
                    .checkpoints
                    .push(checkpoint.clone().into_owned());
                self.next = Next::Audit(purpose);
                Ok(true)
            }
            (Next::Audit(purpose), Answer::Audit { records, head, log }) => {
                self.course.audits.push(Audit {
                    after: self.step,
                    records: records.iter().map(|record| (*record).to_owned()).collect(),
                    head: head.clone().into_owned(),
                    log: log.iter().map(|line| line.clone().into_owned()).collect(),
                });
                self.next = Next::Resume(purpose);
                self.course.is_whole = purpose == Purpose::End;
                Ok(!self.course.is_whole)
            }
            (Next::Checkpoint(_) | Next::Audit(_), Answer::Error { .. }) => {
                Err(wrong(Fault::Refused))
            }
            (Next::Checkpoint(_) | Next::Audit(_), _) => Err(wrong(Fault::Kind("commands"))),
            (next, answer) => {
                let came = Came::of(answer).ok_or_else(|| wrong(Fault::Kind("outcome")))?;
                Ok(self.note(&next, came))
            }
        }
    }

    /// Notes what came of a step. True if there is a next request.
    fn note(&mut self, next: &Next, came: Came) -> bool {
        let is_look = *next == Next::Resume(Purpose::Look);
        let is_resume = matches!(next, Next::Resume(_));
        let is_taken = matches!(came, Came::Taken { .. });
        let turn = Turn {
            step: self.step,
            is_look,
            to: self.to(),
            came,
        };
        let goes_on = is_on_course(&turn, self.script);
        self.course.turns.push(turn);
        if is_resume {
            let name = self.resumed_name();
            self.sessions += 1;
            // After a good resume the new session goes on, after a refused one the old. A look changes nothing.
            if is_taken && !is_look {
                self.session = name;
            }
        }
        if !goes_on {
            return false;
        }
        // An error may have changed something that no later reply would show.
        let expect = self.script.steps.get(self.step).map(|step| &step.expect);
        let was_refused = matches!(expect, Some(StepExpectation::Error(_)));
        let is_taken = |turn: &Turn| matches!(turn.came, Came::Taken { .. });
        let is_open = self.course.turns.iter().any(is_taken);
        if was_refused && !is_look && !is_resume && is_open {
            self.next = Next::Checkpoint(Purpose::Look);
            return true;
        }
        self.step += 1;
        self.next = match self.script.steps.get(self.step).map(|step| &step.happening) {
            // A session that never came to be has no audit.
            None if !is_open => {
                return false;
            }
            None => Next::Checkpoint(Purpose::End),
            Some(Happening::Resume(_)) => Next::Checkpoint(Purpose::Step),
            Some(_) => Next::Step,
        };
        true
    }

    /// What the course comes to: the worst that is wrong with it.
    ///
    /// # Errors
    /// The [`Flaw`]; none if all is right.
    pub fn judge(&self) -> Result<(), Flaw> {
        judge(&self.course, self.script, self.contracts)
    }

    /// The requests so far as lines, with ids as they are if the dialogue is led by hand: behind the handshake and the
    /// loading of the contracts.
    #[must_use]
    pub fn requests(&self) -> &[String] {
        &self.requests
    }

    /// The last reply that has to do with a step, as its line; the very last one where none is named.
    #[must_use]
    pub fn reply_to(&self, step: Option<usize>) -> Option<&str> {
        let at = match step {
            Some(step) => self.steps.iter().rposition(|(at, _)| *at == step)?,
            None => self.replies.len().checked_sub(1)?,
        };
        self.replies.get(at).map(String::as_str)
    }

    /// The replies so far, each as its line.
    #[must_use]
    pub fn replies(&self) -> &[String] {
        &self.replies
    }

    /// The replies to the steps of the script and to what is asked after the last one, without those to the looks in
    /// between: the course as the script has it.
    #[must_use]
    pub fn replies_to_steps(&self) -> Vec<&str> {
        let told = self.steps.iter().zip(&self.replies);
        let told = told.filter(|((_, is_look), _)| !is_look);
        told.map(|(_, reply)| reply.as_str()).collect()
    }

    /// The name under which the session is resumed next.
    fn resumed_name(&self) -> String {
        format!("{}-{}", self.name, self.sessions)
    }

    /// The id of the call or action that the step is said to belong to.
    fn to(&self) -> Option<String> {
        let step = self.script.steps.get(self.step)?;
        let calls = || self.course.calls();
        let actions = || self.course.actions();
        match &step.happening {
            Happening::Respond { to, .. } | Happening::TransportError { to, .. } => match to {
                To::Nobody => Some(NOBODY.to_owned()),
                To::Nth(number) => calls().get(*number).map(|call| call.id.clone()),
                To::Open => match self.course.open() {
                    Open::Call(id) => Some(id),
                    _ => calls().last().map(|call| call.id.clone()),
                },
            },
            Happening::Result { to, .. } | Happening::Output { to, .. } => match to {
                To::Nobody => Some(NOBODY.to_owned()),
                To::Nth(number) => actions().get(*number).map(|id| (*id).to_owned()),
                To::Open => match self.course.open() {
                    Open::Action(id) => Some(id),
                    _ => actions().last().map(|id| (*id).to_owned()),
                },
            },
            Happening::Open | Happening::Resume(_) => None,
        }
    }

    /// The last checkpoint and the records of the last audit, as they are handed back.
    fn saved(&self, spoil: Option<Spoil>) -> (String, String) {
        let checkpoint = self.course.checkpoints.last().cloned().unwrap_or_default();
        let audit = self.course.audits.last();
        let records = audit.map(|audit| audit.records.clone()).unwrap_or_default();
        let (checkpoint, records) = match spoil {
            Some(spoil) => spoil::apply(spoil, checkpoint, records),
            None => (checkpoint, records),
        };
        (checkpoint, format!("[{}]", records.join(",")))
    }
}
