//! Checks on prompts. Their words are the implementation's own; what must be in them, and what must not, is not.

use super::Fault;
use super::bindings::{Bindings, context, holds};
use crate::canary;

/// The name of the repair prompt.
pub(crate) const FORMAT: &str = "investigation_format_repair_v1";

/// How long a text of the context is at least that cannot stand in a prompt by chance, in bytes.
const TELLING_BYTES: usize = 24;

/// Whether a repair prompt holds nothing of the contract's context (REQ REP-3): no canary, and no text of it that the
/// response or the bindings do not hold as well.
pub(super) fn check_context(prompt: &str, text: &str, contract: &str) -> Result<(), Fault> {
    let bindings = Bindings::of_contract(contract);
    let is_elsewhere = |context: &str| {
        let mut own = bindings.texts.iter();
        text.contains(context) || own.any(|own| own.contains(context))
    };
    let is_told = |context: &String| {
        let context = context.trim();
        canary::is_told(context, prompt)
            || context.len() >= TELLING_BYTES && holds(prompt, context) && !is_elsewhere(context)
    };
    if context(contract).iter().any(is_told) {
        Err(Fault::Leak("prompt"))
    } else {
        Ok(())
    }
}

/// Whether a repair prompt holds all that it must (REQ REP-3), and nothing in it can end the section of the response.
pub(super) fn check_repair(
    prompt: &str,
    text: &str,
    path: &str,
    bindings: &Bindings,
) -> Result<(), Fault> {
    check(
        prompt.contains(FORMAT),
        Fault::Prompt("does not name its format"),
    )?;
    check(
        holds(prompt, text),
        Fault::Prompt("lacks the response as normalized"),
    )?;
    check(holds(prompt, path), Fault::Prompt("lacks the repair path"))?;
    let mut bound = bindings.texts.iter();
    check(
        bound.all(|bound| holds(prompt, bound)),
        Fault::Prompt("lacks one of the bindings"),
    )?;
    check_section(prompt, text)
}

/// Whether the line that follows the response, where it stands as it is, cannot stand in the response.
fn check_section(prompt: &str, text: &str) -> Result<(), Fault> {
    let mut places = prompt.match_indices(text).peekable();
    if text.is_empty() || places.peek().is_none() {
        return Ok(());
    }
    let is_closed = |(at, _): (usize, &str)| {
        let rest = &prompt[at + text.len()..];
        let rest = rest
            .strip_prefix("\r\n")
            .or(rest.strip_prefix('\n'))
            .unwrap_or(rest);
        let line = rest.lines().next().unwrap_or_default().trim();
        rest.is_empty() || !line.is_empty() && !text.contains(line)
    };
    check(places.any(is_closed), Fault::Section)
}

/// Whether a regular prompt holds the contract's context, the bindings, and the marker of a session that is active
/// (REQ ACT-6, SES-3).
pub(super) fn check_regular(
    prompt: &str,
    contract: &str,
    bindings: &Bindings,
    is_marked: Option<bool>,
) -> Result<(), Fault> {
    const MARKER: &str = "x-viano-response-recovery";
    let context = context(contract);
    check(
        context.iter().all(|text| holds(prompt, text)),
        Fault::Prompt("lacks a text of the context"),
    )?;
    check(
        bindings.texts.iter().all(|text| holds(prompt, text)),
        Fault::Prompt("lacks one of the bindings"),
    )?;
    if context.iter().any(|text| text.contains(MARKER)) {
        return Ok(());
    }
    match is_marked {
        Some(true) => check(
            prompt.contains(MARKER),
            Fault::Prompt("lacks the marker of version 1"),
        ),
        Some(false) => check(
            !prompt.contains(MARKER),
            Fault::Prompt("has the marker of version 1"),
        ),
        None => Ok(()),
    }
}

fn check(is_right: bool, fault: Fault) -> Result<(), Fault> {
    if is_right { Ok(()) } else { Err(fault) }
}
