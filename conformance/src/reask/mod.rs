//! What libraries send when an answer was malformed.
//!
//! A peer is a program that builds both requests by a library as it is, around a model that is a fake; its lines are
//! stated in `conformance/adapters/reask/README.md`. It is asked fixture by fixture, and what it sends is measured as
//! the prompts of an implementation are. Nobody is judged here.

mod billed;
mod peer;
mod question;

use std::collections::BTreeMap;

use recovery_reports::prompt_size::{PromptSizes, Size};
use recovery_reports::reask::{Sent, Way};
use serde::Deserialize;
use serde_json::value::RawValue;
use thiserror::Error;

use crate::implementation::{Launch, LaunchError};
use crate::prompt_size::{Fixture, Fixtures, size};
use billed::billed;
use peer::Peer;

/// What came of asking a peer for all fixtures.
#[derive(Debug, Default)]
pub struct Measured {
    /// Its ways to ask again, by name.
    pub ways: BTreeMap<String, Way>,
    /// Its lines as they came, by the name of the fixture.
    pub captured: BTreeMap<String, String>,
    /// Why fixtures are missing, by name.
    pub missing: BTreeMap<String, String>,
}

/// Why a peer cannot be asked.
#[derive(Debug, Error)]
pub enum ReaskError {
    /// It does not start.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// A contract makes no prompt.
    #[error("contract `{name}`: {error}")]
    Contract {
        /// The contract.
        name: String,
        /// What it lacks.
        error: serde_json::Error,
    },
}

/// One line out.
#[derive(Debug, Deserialize)]
struct Reply {
    packages: BTreeMap<String, String>,
    ways: BTreeMap<String, Captured>,
}

/// What one way sent: request bodies as they are.
#[derive(Debug, Deserialize)]
struct Captured {
    first: Option<Box<RawValue>>,
    reask: Option<Box<RawValue>>,
    answer: Option<String>,
    fault: Option<String>,
}

/// Asks a peer for all fixtures; `progress` is told each before it is asked.
///
/// # Errors
/// [`ReaskError`] if nothing can be asked. A fixture without an answer is no error: see [`Measured::missing`].
pub fn measure(
    launcher: &dyn Launch,
    fixtures: &Fixtures,
    progress: &dyn Fn(&str),
) -> Result<Measured, ReaskError> {
    let mut measured = Measured::default();
    let mut peer = Peer::new(launcher);
    for (name, fixture) in &fixtures.all {
        progress(name);
        let answer = peer.ask(line(fixture, fixtures)?)?;
        let taken = answer.and_then(|line| {
            let ways =
                read(name, &line).map_err(|error| format!("its line has not the form: {error}"))?;
            measured.captured.insert(name.clone(), line);
            Ok(ways)
        });
        match taken {
            Ok(ways) => {
                for (name, way) in ways {
                    let all = measured.ways.entry(name).or_default();
                    all.packages = way.packages;
                    all.fixtures.extend(way.fixtures);
                }
            }
            Err(why) => {
                measured.missing.insert(name.clone(), why);
            }
        }
    }
    Ok(measured)
}

/// The policy's own way, from a measurement of prompts.
#[must_use]
pub fn own(sizes: &PromptSizes) -> Way {
    let fixtures = sizes.fixtures.iter().map(|(name, fixture)| {
        let sent = Sent {
            first: Some(fixture.regular),
            reask: Some(fixture.repair),
            answer: Some(fixture.answer),
            fault: None,
        };
        (name.clone(), sent)
    });
    let implementation = &sizes.implementation;
    Way {
        packages: [(implementation.name.clone(), implementation.version.clone())].into(),
        fixtures: fixtures.collect(),
    }
}

/// The right answers to the regular calls, by the name of the fixture.
#[must_use]
pub fn results(fixtures: &Fixtures) -> BTreeMap<String, Size> {
    let results = fixtures.all.iter();
    let sized = results.map(|(name, fixture)| (name.clone(), size(&fixture.result)));
    sized.collect()
}

fn line(fixture: &Fixture, fixtures: &Fixtures) -> Result<Vec<u8>, ReaskError> {
    let contract = fixtures.contracts.get(&fixture.contract);
    let contract = contract.map_or("null", String::as_str);
    question::line(fixture, contract).map_err(|error| ReaskError::Contract {
        name: fixture.contract.clone(),
        error,
    })
}

/// The ways of a line by name, each of this fixture alone.
fn read(name: &str, line: &str) -> Result<BTreeMap<String, Way>, serde_json::Error> {
    let Reply { packages, ways } = serde_json::from_str(line)?;
    let ways = ways.into_iter().map(|(way, captured)| {
        let sized = |body: Option<Box<RawValue>>| body.map(|body| billed(body.get())).transpose();
        let sent = Sent {
            first: sized(captured.first)?,
            reask: sized(captured.reask)?,
            answer: captured.answer.as_deref().map(size),
            fault: captured.fault,
        };
        let fixtures = [(name.to_owned(), sent)].into();
        let packages = packages.clone();
        Ok((way, Way { packages, fixtures }))
    });
    ways.collect()
}
