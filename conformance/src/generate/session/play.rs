//! A session that is played against the model, step by step.

use super::super::place::{path, span};
use super::super::spelling::Spelling;
use super::super::{CONTRACT, Choices, Json, OTHER};
use super::bindings::Bindings;
use super::desk::Desk;
use super::model::{Model, Open, Policy};
use super::policy;
use super::response::{KINDS, Kind};
use crate::case::{
    Ask, Case, Expectation, Finish, Happening, Origin, Output, OutputReason, PolicyGiven, Profile,
    Resume, Script, SessionError, Spoil, StateDue, Step, StepExpectation, To, VerdictDue,
};

/// A session in the making.
pub(super) struct Play {
    pub(super) model: Model,
    /// The policy as JSON text.
    policy: String,
    first: Bindings,
    pub(super) steps: Vec<Step>,
    /// What a resume after each step has to come to.
    resumes: Vec<StateDue>,
    names: Vec<&'static str>,
}

const KINDS_OF_TRANSPORT: [&str; 4] = ["timeout", "unreachable", "rate_limited", "server_error"];

impl Play {
    /// A session that was opened under this policy.
    pub(super) fn open(desk: Desk, policy: Policy, choices: &mut Choices<'_>) -> Self {
        let bindings = Bindings::draw(choices);
        let text = policy::text(&policy, choices);
        let model = Model::new(desk, policy, bindings.clone());
        let mut play = Self {
            policy: text,
            first: bindings,
            steps: Vec::new(),
            resumes: Vec::new(),
            names: Vec::new(),
            model,
        };
        let due = play.model.due(play.model.opened());
        play.step(Happening::Open, due);
        play
    }

    /// The same session, just opened.
    pub(super) fn again(&self) -> Self {
        let model = Model::new(
            self.model.desk.clone(),
            self.model.policy.clone(),
            self.first.clone(),
        );
        let due = model.due(model.opened());
        let mut play = Self {
            model,
            policy: self.policy.clone(),
            first: self.first.clone(),
            steps: Vec::new(),
            resumes: Vec::new(),
            names: Vec::new(),
        };
        play.step(Happening::Open, due);
        play
    }

    /// The contract, as JSON text.
    pub(super) fn contract(&self) -> String {
        self.model.desk.contract(&self.first)
    }

    /// The contract with other bindings: one that this session is not of.
    pub(super) fn other_contract(&self) -> String {
        self.model.desk.contract(&self.first.others())
    }

    fn step(&mut self, happening: Happening, due: StateDue) {
        self.steps.push(Step {
            happening,
            expect: StepExpectation::State(due),
        });
        let resumed = self.model.due(self.model.opened());
        self.resumes.push(resumed);
    }

    fn refused(&mut self, happening: Happening, errors: &[SessionError]) {
        self.steps.push(Step {
            happening,
            expect: StepExpectation::Error(errors.to_vec()),
        });
        let resumed = self.model.due(self.model.opened());
        self.resumes.push(resumed);
    }

    /// Whether the session has stopped.
    pub(super) fn is_over(&self) -> bool {
        self.model.open == Open::Nothing
    }

    /// One thing that fits: an answer to what is open.
    pub(super) fn go_on(&mut self, choices: &mut Choices<'_>) {
        match &self.model.open {
            Open::Nothing => {}
            Open::Action { .. } => self.result(choices),
            Open::Call { .. } if choices.one_in(5) => self.transport_error(choices),
            Open::Call { repair: None, .. } => {
                let kind = *choices.pick(&KINDS);
                self.respond(kind, choices);
            }
            Open::Call {
                repair: Some(_), ..
            } => {
                let is_right = !choices.one_in(3);
                self.answer(is_right, choices);
            }
        }
    }

    /// A response of a kind to the open regular call.
    pub(super) fn respond(&mut self, kind: Kind, choices: &mut Choices<'_>) {
        let model = &self.model;
        let response = model.desk.response(
            kind,
            model.is_active(),
            model.left,
            &model.bindings,
            choices,
        );
        self.names.push(response.name);
        let is_empty = response.text.is_empty();
        let due = self.model.respond(response.truth, is_empty);
        let happening = respond(response.text, response.finish, To::Open);
        self.step(happening, due);
    }

    /// An answer to the open repair call.
    pub(super) fn answer(&mut self, is_right: bool, choices: &mut Choices<'_>) {
        let Open::Call {
            repair: Some(repairing),
            ..
        } = self.model.open.clone()
        else {
            return;
        };
        let right = Json::object([("replacement", Json::Raw(repairing.value.clone()))]);
        let right = Spelling::any(choices).spell(&right).response;
        if is_right {
            self.names.push("repaired");
            let bytes = span(&right, &["replacement".to_owned()]).unwrap_or_default();
            let at = span(&repairing.text, &path(&repairing.path)).unwrap_or_default();
            let mut rebuilt = repairing.text.clone();
            rebuilt.replace_range(at, &right[bytes]);
            let due = self.model.repaired(repairing, rebuilt);
            return self.step(respond(right, None, To::Open), due);
        }
        self.names.push("repair-refused");
        let canary = choices.canary();
        let value = &repairing.value;
        let (text, finish) = match choices.upto(5) {
            0 => (r#"{"replacement":[]}"#.to_owned(), None),
            1 => (
                format!(r#"{{"replacement":{value},"note":"{canary}"}}"#),
                None,
            ),
            2 => (format!("I cannot, {canary}"), None),
            3 => (right, Some(Finish::Length)),
            4 => (String::new(), None),
            _ => (format!(r#"{{"replaced":{value}}}"#), None),
        };
        let due = self.model.refused(repairing.path, text.is_empty());
        self.step(respond(text, finish, To::Open), due);
    }

    /// The open call comes to nothing.
    pub(super) fn transport_error(&mut self, choices: &mut Choices<'_>) {
        self.names.push("transport-error");
        let kind = (*choices.pick(&KINDS_OF_TRANSPORT)).to_owned();
        let due = self.model.transport_error();
        self.step(Happening::TransportError { kind, to: To::Open }, due);
    }

    /// The open action has a result.
    pub(super) fn result(&mut self, choices: &mut Choices<'_>) {
        if self.model.desk.has_outputs {
            return self.output(choices);
        }
        self.names.push("result");
        let output = match choices.upto(2) {
            0 => r#"{"rows":[]}"#.to_owned(),
            1 => Json::string(choices.canary()).value_text(),
            _ => "null".to_owned(),
        };
        let bindings = choices.one_in(2).then(|| Bindings::draw(choices));
        let text = bindings.as_ref().map(Bindings::text);
        let due = self.model.result(bindings);
        let happening = Happening::Result {
            output,
            bindings: text,
            to: To::Open,
        };
        self.step(happening, due);
    }

    /// The open action of a guarded tool has an output (REQ SES-7).
    fn output(&mut self, choices: &mut Choices<'_>) {
        let json = Some("application/json");
        let canary = choices.canary();
        let (name, output, verdict) = match choices.upto(9) {
            6 => {
                let html = format!("<p>{canary}</p>");
                let reason = OutputReason::ContentTypeMismatch;
                let output = Output::answer(200, Some("text/html"), html);
                ("output-corrupt", output, VerdictDue::Corrupt(vec![reason]))
            }
            7 => {
                let cut = format!(r#"{{"rows":["{canary}""#);
                let verdict = VerdictDue::Corrupt(vec![OutputReason::InvalidJson]);
                ("output-corrupt", Output::answer(200, json, cut), verdict)
            }
            8 => {
                let other = format!(r#"{{"row":["{canary}"]}}"#);
                let reason = OutputReason::Schema("root".to_owned());
                let verdict = VerdictDue::Corrupt(vec![reason]);
                ("output-corrupt", Output::answer(200, json, other), verdict)
            }
            9 => {
                let verdict = VerdictDue::ToolFailure(vec![OutputReason::ToolTimeout]);
                ("output-absent", Output::Timeout, verdict)
            }
            _ => {
                let rows = format!(r#"{{"rows":["{canary}"]}}"#);
                let output = Output::answer(200, json, rows);
                ("output-valid", output, VerdictDue::Valid)
            }
        };
        self.names.push(name);
        let bindings = choices.one_in(2).then(|| Bindings::draw(choices));
        let text = bindings.as_ref().map(Bindings::text);
        let due = self.model.output(&verdict, bindings);
        let happening = Happening::Output {
            output,
            bindings: text,
            to: To::Open,
        };
        self.step(happening, due);
    }

    /// Something that does not fit: it is refused, and nothing changes (REQ SES-6).
    pub(super) fn misfit(&mut self, choices: &mut Choices<'_>) {
        self.names.push("misfit");
        let text = format!("{{\"note\":\"{}\"}}", choices.canary());
        let is_call = matches!(self.model.open, Open::Call { .. });
        let is_action = matches!(self.model.open, Open::Action { .. });
        let (tries, actions) = (self.model.tries, self.model.actions);
        let closed_calls = tries - usize::from(is_call);
        let closed_actions = actions - usize::from(is_action);
        let output = text.clone();
        let result = |bindings: Option<&str>, to| Happening::Result {
            output: output.clone(),
            bindings: bindings.map(str::to_owned),
            to,
        };
        let error = |kind: &str, to| Happening::TransportError {
            kind: kind.to_owned(),
            to,
        };
        let mut all = vec![
            respond(text.clone(), None, To::Nobody),
            error("timeout", To::Nobody),
            result(None, To::Nobody),
        ];
        if closed_calls > 0 {
            let call = To::Nth(choices.upto(closed_calls - 1));
            all.push(respond(text, None, call));
            all.push(error("unreachable", call));
        }
        if closed_actions > 0 {
            let action = To::Nth(choices.upto(closed_actions - 1));
            all.push(result(None, action));
        }
        if is_call {
            for kind in ["", "TIMEOUT", "overloaded"] {
                all.push(error(kind, To::Open));
            }
        }
        if is_action {
            for bindings in [
                "[]",
                r#"{"hypotheses":null}"#,
                r#"{"visible_evidence":"E-1"}"#,
            ] {
                all.push(result(Some(bindings), To::Open));
            }
        }
        let happening = choices.pick(&all).clone();
        // An output in another form than the guard's is malformed as well.
        let is_malformed =
            self.model.desk.has_outputs && matches!(happening, Happening::Result { .. });
        let errors = if is_malformed {
            &[SessionError::Event, SessionError::Request][..]
        } else {
            &[SessionError::Event]
        };
        self.refused(happening, errors);
    }

    /// A resume that is refused: another policy or contract, a spoilt checkpoint or audit (REQ ACT-5, SES-5, AUD-1).
    pub(super) fn spoilt(&mut self, choices: &mut Choices<'_>) {
        self.names.push("spoilt-resume");
        let resume = Resume::default();
        let mut all = vec![
            (
                Resume {
                    policy: PolicyGiven::LeftOut,
                    ..resume.clone()
                },
                SessionError::PolicyMissing,
            ),
            (
                Resume {
                    policy: PolicyGiven::Other(policy::another(&self.model.policy, choices)),
                    ..resume.clone()
                },
                SessionError::PolicyMismatch,
            ),
            (
                Resume {
                    contract: Some(OTHER.to_owned()),
                    ..resume.clone()
                },
                SessionError::Checkpoint,
            ),
        ];
        let (text, error) = policy::refused(choices);
        all.push((
            Resume {
                policy: PolicyGiven::Other(text),
                ..resume.clone()
            },
            error,
        ));
        let records = &self.model.records;
        let has_response = records.iter().any(|has_response| *has_response);
        for spoil in Spoil::ALL {
            let error = match spoil {
                Spoil::ByteOfCheckpoint
                | Spoil::CutCheckpoint
                | Spoil::ForeignCheckpoint
                | Spoil::LaterCheckpoint => SessionError::Checkpoint,
                // A log with a second record behind one that counts is a longer log, which is accepted.
                Spoil::RecordsSwapped | Spoil::RecordInserted if records.len() < 2 => continue,
                Spoil::ResponseChanged if !has_response => continue,
                _ if records.is_empty() => continue,
                _ => SessionError::Audit,
            };
            all.push((
                Resume {
                    spoil: Some(spoil),
                    ..resume.clone()
                },
                error,
            ));
        }
        let (resume, error) = choices.pick(&all).clone();
        self.refused(Happening::Resume(resume), &[error]);
    }

    /// A resume that is taken.
    pub(super) fn resume(&mut self, choices: &mut Choices<'_>) {
        self.names.push("resume");
        let due = self.model.due(self.model.opened());
        let resume = self.good_resume(choices);
        self.step(Happening::Resume(resume), due);
    }

    /// The policy may be spelled otherwise: it is the same value (REQ ACT-5).
    fn good_resume(&self, choices: &mut Choices<'_>) -> Resume {
        let policy = if choices.one_in(3) {
            PolicyGiven::Other(policy::text(&self.model.policy, choices))
        } else {
            PolicyGiven::Same
        };
        Resume {
            policy,
            ..Resume::default()
        }
    }

    /// The session with resumes between its events, at least one (REQ SES-4).
    pub(super) fn resumed(&self, choices: &mut Choices<'_>) -> Case {
        let last = self.steps.len() - 1;
        let mut steps = Vec::new();
        let mut count = 0;
        for (index, (step, due)) in self.steps.iter().zip(&self.resumes).enumerate() {
            steps.push(step.clone());
            while choices.one_in(3) || index == last && count == 0 {
                count += 1;
                steps.push(Step {
                    happening: Happening::Resume(self.good_resume(choices)),
                    expect: StepExpectation::State(due.clone()),
                });
                if count % 2 == 0 {
                    break;
                }
            }
        }
        let mut case = self.case(&["SES-4"]);
        if let Ask::Session(script) = &mut case.ask {
            script.steps = steps;
        }
        case.class.push_str("+resume");
        case
    }

    /// The session as a case.
    pub(super) fn case(&self, requirements: &[&str]) -> Case {
        let mut class: Vec<_> = self.names.clone();
        class.sort_unstable();
        class.dedup();
        let script = Script {
            contract: CONTRACT.to_owned(),
            policy: Some(self.policy.clone()),
            steps: self.steps.clone(),
        };
        case(script, class.join("+"), requirements)
    }
}

/// A session as a case.
pub(super) fn case(script: Script, class: String, requirements: &[&str]) -> Case {
    Case {
        id: String::new(),
        origin: Origin::Generated,
        profile: Profile::Session,
        requirements: requirements.iter().map(|id| (*id).to_owned()).collect(),
        class,
        ask: Ask::Session(script),
        expect: Expectation::Steps,
        note: String::new(),
    }
}

fn respond(text: String, finish: Option<Finish>, to: To) -> Happening {
    Happening::Respond { text, finish, to }
}
