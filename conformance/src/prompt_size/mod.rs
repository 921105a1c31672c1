//! How large the prompts of an implementation are.
//!
//! A fixture of `corpus/prompts` says what is asked and what is right; the implementation is asked over the protocol like
//! any other, its regular prompt from `session_open`, its repair prompt from `recover`, and judged like any other: only
//! prompts that are right are measured. Which text of a prompt is what, and how large it is, is found here.

mod ask;
mod fixture;
mod kept;
mod split;
mod tokens;

use recovery_reports::prompt_size::{FORMAT, Fixture as Sizes, PromptSizes};

pub use ask::{AskError, Asked, Prompts, Wrong, ask};
pub use fixture::{Fixture, FixtureFault, Fixtures};
pub use kept::{BASELINE, HISTORY, Kept, KeptError};

use crate::judge::bindings::Bindings;
use crate::judge::prompt::FORMAT as NAME;
use split::{Texts, parts};
pub(crate) use tokens::size;

/// Measures prompts that are right.
#[must_use]
pub fn measure(fixtures: &Fixtures, asked: &Asked) -> PromptSizes {
    let measured = asked.prompts.iter().filter_map(|(name, prompts)| {
        let fixture = fixtures.all.get(name)?;
        Some((name.clone(), sizes(fixtures, fixture, prompts)))
    });
    PromptSizes {
        prompt_sizes: FORMAT,
        implementation: asked.hello.implementation.clone(),
        fixtures: measured.collect(),
    }
}

fn sizes(fixtures: &Fixtures, fixture: &Fixture, prompts: &Prompts) -> Sizes {
    let contract = fixtures.contracts.get(&fixture.contract);
    let bindings = Bindings::of_contract(contract.map_or("null", String::as_str));
    let texts = Texts {
        response: fixture.text(),
        path: &fixture.path,
        schema: &fixture.schema,
        own_schema: &prompts.schema,
        bindings: &bindings.texts,
    };
    let mut floor = size(NAME);
    for text in texts.all() {
        floor += size(text);
    }
    Sizes {
        regular: size(&prompts.regular),
        repair: size(&prompts.repair),
        parts: parts(&prompts.repair, &texts),
        floor,
        answer: size(&fixture.answer),
    }
}
