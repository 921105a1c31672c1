//! Sends the repair prompts of an implementation to a real model, and counts the answers that pass.
//!
//! This is the one place of the workspace that talks to a network, and only when asked to. The prompts come from the
//! implementation over the protocol, as they would in use; each answer goes back to it, and what becomes of that is
//! judged like any other reply. A run says how one model did on one day, and guarantees nothing.

pub mod endpoint;
mod judge;
mod tally;

use recovery_conformance::implementation::Launch;
use recovery_conformance::prompt_size::{self, AskError, Fixtures, Wrong};
use recovery_conformance::runner::{HandshakeError, Options};
use thiserror::Error;

use endpoint::{Endpoint, NoAnswer};

pub use judge::Outcome;
pub use tally::{Asked, Tally};

/// Why nobody was asked.
#[derive(Debug, Error)]
pub enum LiveError {
    /// The implementation makes no prompts.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The implementation does not come up again.
    #[error(transparent)]
    Handshake(#[from] HandshakeError),
    /// A prompt of the implementation is not right, so no answer to it would tell anything.
    #[error("{0}")]
    Wrong(Wrong),
}

/// Sends the prompt of each fixture and judges the answers; `progress` is told each as it is decided.
///
/// # Errors
/// [`LiveError`], before anything is sent. An answer that does not come is no error: it is counted.
pub fn live(
    launcher: &dyn Launch,
    endpoint: &Endpoint,
    fixtures: &Fixtures,
    options: &Options<'_>,
    progress: &mut dyn FnMut(&str, &Asked),
) -> Result<Tally, LiveError> {
    let prompts = prompt_size::ask(launcher, fixtures, options)?;
    if let Some(wrong) = prompts.wrong.into_iter().next() {
        return Err(LiveError::Wrong(wrong));
    }
    let mut tally = Tally::default();
    for (name, prompts) in &prompts.prompts {
        let Some(fixture) = fixtures.all.get(name) else {
            continue;
        };
        let answer = endpoint.ask(&prompts.repair);
        let asked = match answer {
            Ok(answer) => Asked {
                outcome: judge::judge(launcher, name, fixture, fixtures, &answer, options)?,
                usage: answer.usage,
                answer: Some(answer.text),
            },
            Err(why) => Asked::without(&why),
        };
        progress(name, &asked);
        tally.0.insert(name.clone(), asked);
    }
    Ok(tally)
}

impl Asked {
    fn without(why: &NoAnswer) -> Self {
        Self {
            outcome: Outcome::NoAnswer(why.to_string()),
            usage: None,
            answer: None,
        }
    }
}
