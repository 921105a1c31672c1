//! What becomes of an answer: the implementation takes or refuses it, and the harness says whether that is right.

use std::fmt;

use recovery_conformance::case::{Accepted, Ask, Case, Expectation, Level, Origin, Profile};
use recovery_conformance::implementation::Launch;
use recovery_conformance::prompt_size::{Fixture, Fixtures};
use recovery_conformance::runner::{self, HandshakeError, Options};
use recovery_reports::Verdict;

use crate::endpoint::Answer;

/// What becomes of the answer to a repair prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is accepted, with the right value.
    Pass,
    /// It is not accepted, for this reason.
    Refused(String),
    /// It is accepted, but what came of it is not right.
    Wrong(String),
    /// There is none.
    NoAnswer(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Refused(why) => write!(f, "refused: {why}"),
            Self::Wrong(why) => write!(f, "wrong: {why}"),
            Self::NoAnswer(why) => write!(f, "no answer: {why}"),
        }
    }
}

/// Judges an answer.
pub(crate) fn judge(
    launcher: &dyn Launch,
    name: &str,
    fixture: &Fixture,
    fixtures: &Fixtures,
    answer: &Answer,
    options: &Options<'_>,
) -> Result<Outcome, HandshakeError> {
    if !answer.is_whole {
        // Whoever holds a session knows that as well, and does not read it.
        return Ok(Outcome::Refused(
            "the model did not come to its end".to_owned(),
        ));
    }
    let case = case(name, fixture, &answer.text);
    let run = runner::run(launcher, &[&case], &fixtures.contracts, options)?;
    let decision = run.results.into_iter().find_map(|(_, decision)| decision);
    let Some(decision) = decision else {
        return Ok(Outcome::Wrong(
            "the implementation was not asked".to_owned(),
        ));
    };
    let note = decision.note.unwrap_or_default();
    Ok(match decision.verdict {
        Verdict::Pass => Outcome::Pass,
        Verdict::Refusal => Outcome::Refused(note),
        verdict => Outcome::Wrong(format!("{verdict} ({note})")),
    })
}

/// The case that asks what becomes of an answer. Its white space is the model's own affair, its value is not.
fn case(name: &str, fixture: &Fixture, answer: &str) -> Case {
    Case {
        id: format!("live/{name}"),
        origin: Origin::Written,
        profile: Profile::Repair,
        requirements: vec!["REP-4".to_owned()],
        class: "live".to_owned(),
        ask: Ask::Repair {
            contract: fixture.contract.clone(),
            response: fixture.response.clone(),
            finish: None,
            answer: answer.to_owned(),
        },
        expect: Expectation::Accepted(Accepted {
            value_text: fixture.result.clone(),
            text: Some(fixture.text().to_owned()),
            rules: Some(fixture.rules.clone()),
            level: Level::Must,
            reasons: Vec::new(),
            result: None,
        }),
        note: String::new(),
    }
}
