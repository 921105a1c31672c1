//! Asks an implementation for the prompts of all fixtures, and judges what it says on the way.

use std::collections::BTreeMap;
use std::fmt;

use recovery_reports::Verdict;
use thiserror::Error;

use super::fixture::{Fixture, Fixtures};
use crate::case::{
    Accepted, Ask, CallDue, CallKind, Case, CommandDue, Expectation, Happening, Level, Origin,
    Profile, RepairDue, Script, StateDue, Step, StepExpectation,
};
use crate::implementation::Launch;
use crate::protocol::{Answer, Command, Hello, Reply};
use crate::runner::{self, Decision, HandshakeError, Options};

/// The prompts of an implementation.
#[derive(Debug)]
pub struct Asked {
    /// What it says of itself.
    pub hello: Hello,
    /// Its prompts, by the name of the fixture.
    pub prompts: BTreeMap<String, Prompts>,
    /// What it says that is not right; a fixture that is named here has no prompts.
    pub wrong: Vec<Wrong>,
}

/// The prompts of one fixture.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prompts {
    /// The prompt of the regular call.
    pub regular: String,
    /// The prompt of the repair call.
    pub repair: String,
    /// The schema that the repair call is said to be asked for, as JSON text.
    pub schema: String,
}

/// What is not right of what an implementation says to a fixture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The fixture.
    pub fixture: String,
    /// The operation that was asked.
    pub operation: &'static str,
    /// What it came to.
    pub verdict: Verdict,
    /// Why.
    pub note: String,
}

/// Why nobody could be asked.
#[derive(Debug, Error)]
pub enum AskError {
    /// The implementation does not come up.
    #[error(transparent)]
    Handshake(#[from] HandshakeError),
    /// It does not make prompts.
    #[error(
        "the implementation does not name profile {0}; prompts are measured of one that names `repair` and `session`"
    )]
    Profile(Profile),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} is not right, so it is not measured: {} ({})",
            self.fixture, self.operation, self.verdict, self.note
        )
    }
}

/// The three things that an implementation is asked of a fixture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// For the regular prompt: the opening of a session.
    Open,
    /// For the repair prompt.
    Recover,
    /// Whether the right answer is taken.
    Repair,
}

impl Question {
    const ALL: [Self; 3] = [Self::Open, Self::Recover, Self::Repair];

    fn operation(self) -> &'static str {
        match self {
            Self::Open => "session_open",
            Self::Recover => "recover",
            Self::Repair => "repair",
        }
    }
}

/// Asks for all prompts.
///
/// # Errors
/// [`AskError`] if nothing can be asked. What is not right is no error: see [`Asked::wrong`].
pub fn ask(
    launcher: &dyn Launch,
    fixtures: &Fixtures,
    options: &Options<'_>,
) -> Result<Asked, AskError> {
    let mut cases = Vec::new();
    for question in Question::ALL {
        for (name, fixture) in &fixtures.all {
            cases.push((question, name, case(question, name, fixture, fixtures)));
        }
    }
    let asked: Vec<&Case> = cases.iter().map(|(_, _, case)| case).collect();
    let run = runner::run(launcher, &asked, &fixtures.contracts, options)?;
    for profile in [Profile::Repair, Profile::Session] {
        if !run.hello.profiles.contains(&profile) {
            return Err(AskError::Profile(profile));
        }
    }
    let decisions: BTreeMap<&str, &Decision> = run
        .results
        .iter()
        .filter_map(|(case, decision)| Some((case.id.as_str(), decision.as_ref()?)))
        .collect();
    let mut found: BTreeMap<&str, Prompts> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (question, name, case) in &cases {
        let decision = decisions.get(case.id.as_str());
        let prompts = found.entry(name).or_default();
        let (verdict, note) = match decision {
            Some(decision) if decision.verdict == Verdict::Pass => {
                match question {
                    Question::Open => prompts.regular = opened(decision),
                    Question::Recover => (prompts.repair, prompts.schema) = recovered(decision),
                    Question::Repair => {}
                }
                continue;
            }
            Some(decision) => (decision.verdict, decision.note.clone()),
            None => (Verdict::Skip, None),
        };
        wrong.push(Wrong {
            fixture: (*name).clone(),
            operation: question.operation(),
            verdict,
            note: note.unwrap_or_else(|| "no answer".to_owned()),
        });
    }
    found.retain(|name, _| wrong.iter().all(|wrong| wrong.fixture != *name));
    let owned = |(name, prompts): (&str, Prompts)| (name.to_owned(), prompts);
    Ok(Asked {
        hello: run.hello,
        prompts: found.into_iter().map(owned).collect(),
        wrong,
    })
}

/// The case that asks a question of a fixture.
fn case(question: Question, name: &str, fixture: &Fixture, fixtures: &Fixtures) -> Case {
    let contract = fixture.contract.clone();
    let response = fixture.response.clone();
    let (profile, ask, expect) = match question {
        Question::Open => (
            Profile::Session,
            Ask::Session(Script {
                contract,
                policy: fixtures.policies.get(&fixture.policy).cloned(),
                steps: vec![opening()],
            }),
            Expectation::Steps,
        ),
        Question::Recover => (
            Profile::Repair,
            Ask::Recover {
                contract,
                response,
                finish: None,
            },
            Expectation::Repair(RepairDue {
                path: fixture.path.clone(),
                text: Some(fixture.text().to_owned()),
                rules: fixture.rules.clone(),
            }),
        ),
        Question::Repair => (
            Profile::Repair,
            Ask::Repair {
                contract,
                response,
                finish: None,
                answer: fixture.answer.clone(),
            },
            Expectation::Accepted(Accepted {
                value_text: fixture.result.clone(),
                text: Some(fixture.text().to_owned()),
                rules: Some(fixture.rules.clone()),
                level: Level::Must,
                reasons: Vec::new(),
                result: Some(fixture.result.clone()),
            }),
        ),
    };
    Case {
        id: format!("{}/{name}", question.operation()),
        origin: Origin::Written,
        profile,
        requirements: vec!["REP-3".to_owned()],
        class: "prompt-size".to_owned(),
        ask,
        expect,
        note: String::new(),
    }
}

/// A session is opened, and asks for a response.
fn opening() -> Step {
    let call = CallDue {
        kind: CallKind::Regular,
        provider: None,
        notice: None,
        hint: None,
        path: None,
    };
    Step {
        happening: Happening::Open,
        expect: StepExpectation::State(StateDue {
            commands: Some(vec![CommandDue::Call(call)]),
            ..StateDue::default()
        }),
    }
}

/// The prompt of the first call that a session asks for.
fn opened(decision: &Decision) -> String {
    let prompts = decision.replies.iter().filter_map(|line| {
        let Answer::Taken { commands, .. } = Reply::read(line).ok()?.answer else {
            return None;
        };
        commands.into_iter().find_map(|command| match command {
            Command::Call { prompt, .. } => Some(prompt.into_owned()),
            Command::Execute { .. } | Command::Stop { .. } => None,
        })
    });
    prompts.take(1).collect()
}

/// The prompt of a repair call, and the schema that is stated beside it.
fn recovered(decision: &Decision) -> (String, String) {
    let reply = decision.reply.as_deref().unwrap_or_default();
    match Reply::read(reply).map(|reply| reply.answer) {
        Ok(Answer::Repair { prompt, schema, .. }) => (
            prompt.unwrap_or_default().into_owned(),
            schema.unwrap_or_default().to_owned(),
        ),
        _ => Default::default(),
    }
}
