//! Whether prompts say what they must, and the same where they must (REQ SES-3, HNT-1, TRN-1, ACT-6).

use std::collections::BTreeMap;

use super::{CallGiven, Course, Flaw, Given, Known, Turn, check, flaw};
use crate::case::{
    CallDue, CallKind, CommandDue, Happening, Notice, Rule, StepExpectation, Verdict,
};
use crate::exact::Value;
use crate::judge::bindings::{Bindings, escaped, member};
use crate::judge::{Fault, prompt};

/// How much longer a prompt with a notice or a hint may be than the one without, in characters.
const NOTE_CHARACTERS: usize = 200;

/// How many of these names and paths may surely take, the words around them left out.
const SURE_CHARACTERS: usize = 120;

/// What stands between two rules of a hint, and between a rule and its path, in characters.
const BETWEEN: usize = 8;

/// A regular call with what its prompt has to be made from.
struct Regular<'a> {
    step: usize,
    call: &'a CallGiven,
    /// The bindings since the last result that brought some, as JSON text.
    bindings: Option<&'a str>,
    notice: Option<&'a Notice>,
    hint: Option<&'a [Rule]>,
}

/// The regular calls of which the script says what notice and hint they carry.
fn regular<'a>(course: &'a Course, known: &Known<'a>) -> Vec<Regular<'a>> {
    let mut bindings = None;
    let mut calls = Vec::new();
    for turn in course.steps() {
        let Some(step) = turn.of(known.script) else {
            continue;
        };
        if let Some(new) = step.bindings()
            && takes_bindings(&step.expect)
        {
            bindings = Some(new);
        }
        for (given, due) in pairs(turn, known) {
            if let (
                Given::Call(call),
                CommandDue::Call(CallDue {
                    kind: CallKind::Regular,
                    notice,
                    hint,
                    ..
                }),
            ) = (given, due)
            {
                calls.push(Regular {
                    step: turn.step,
                    call,
                    bindings,
                    notice: notice.as_ref(),
                    hint: hint.as_deref(),
                });
            }
        }
    }
    calls
}

/// Whether a result brings its bindings: one that was taken does, unless the script says that it is corrupt (REQ SES-7).
fn takes_bindings(expect: &StepExpectation) -> bool {
    match expect {
        StepExpectation::Error(_) => false,
        StepExpectation::State(due) => due.verdict != Some(Verdict::Corrupt),
    }
}

/// The commands of a turn, each with the one that is due.
fn pairs<'a>(turn: &'a Turn, known: &Known<'a>) -> Vec<(&'a Given, &'a CommandDue)> {
    let due = match turn.of(known.script).map(|step| &step.expect) {
        Some(StepExpectation::State(due)) => due.commands.as_deref().unwrap_or_default(),
        _ => &[],
    };
    turn.came.commands().iter().zip(due).collect()
}

/// A try after a transport error has the prompt of the try before, to the byte (REQ TRN-1).
pub(super) fn check_retries(course: &Course, known: &Known<'_>) -> Result<(), Flaw> {
    let calls = course.calls();
    for turn in course.steps() {
        let happening = turn.of(known.script).map(|step| &step.happening);
        let failed = calls.iter().find(|call| Some(&call.id) == turn.to.as_ref());
        let (Some(Happening::TransportError { .. }), Some(failed)) = (happening, failed) else {
            continue;
        };
        for command in turn.came.commands() {
            if let Given::Call(call) = command {
                let is_same = call.prompt == failed.prompt && call.kind == failed.kind;
                let fault = Fault::Prompt("of another try is not the same to the byte");
                check(is_same, turn.step, fault)?;
            }
        }
    }
    Ok(())
}

/// Prompts with equal bindings, notice and hint are equal to the byte (REQ SES-3).
pub(super) fn check_equal(course: &Course, known: &Known<'_>) -> Result<(), Flaw> {
    let mut seen = BTreeMap::new();
    for one in regular(course, known) {
        let rules = one.hint.map(|rules| {
            let rules = rules.iter().map(|rule| (rule.rule, rule.path.as_str()));
            rules.collect::<Vec<_>>()
        });
        let first = seen
            .entry((one.bindings, one.notice, rules))
            .or_insert(&one.call.prompt);
        let fault =
            Fault::Prompt("differs from another one with the same bindings, notice and hint");
        check(*first == &one.call.prompt, one.step, fault)?;
    }
    Ok(())
}

/// A notice or a hint names what it must, and makes the prompt little longer (REQ SES-3, HNT-1).
pub(super) fn check_notes(course: &Course, known: &Known<'_>) -> Result<(), Flaw> {
    let calls = regular(course, known);
    for one in &calls {
        if one.notice.is_none() && one.hint.is_none() {
            continue;
        }
        let prompt = &one.call.prompt;
        let fault = |what| flaw(one.step, Fault::Prompt(what));
        let mut bare = calls.iter().filter(|bare| {
            bare.bindings == one.bindings && bare.notice.is_none() && bare.hint.is_none()
        });
        let bare = bare.next().map(|bare| bare.call.prompt.as_str());
        let names = |name: &str| is_added(name, prompt, bare.unwrap_or_default());
        if let Some(Notice { category, path }) = one.notice
            && !(names(category.name()) && (names(path) || path.chars().count() > SURE_CHARACTERS))
        {
            return Err(fault(
                "does not name the category and the path of the rejection",
            ));
        }
        let told = |rule: &Rule| names(rule.rule.name()) && names(&rule.path);
        if !surely_told(one.hint.unwrap_or_default()).iter().all(told) {
            return Err(fault("does not name the rules and their paths"));
        }
        let Some(bare) = bare else {
            continue;
        };
        let length = prompt.chars().count();
        let bare_length = bare.chars().count();
        if prompt == bare {
            return Err(fault("has no notice and no hint"));
        }
        if length > bare_length + NOTE_CHARACTERS {
            return Err(fault("has a notice or hint of more than 200 characters"));
        }
    }
    Ok(())
}

/// Whether a prompt names something that the bare one does not, or oftener: schema and context hold many a name, and a
/// prompt names nothing by them.
fn is_added(name: &str, prompt: &str, bare: &str) -> bool {
    let spelt = escaped(name);
    let count = |text: &str| {
        let other = if *spelt == *name {
            0
        } else {
            text.matches(&*spelt).count()
        };
        text.matches(name).count() + other
    };
    name.is_empty() || count(prompt) > count(bare)
}

/// The rules that a hint has room to name in any words: all of them, or none for sure if they are many.
fn surely_told(rules: &[Rule]) -> &[Rule] {
    let length = |rule: &Rule| rule.rule.name().len() + rule.path.chars().count() + BETWEEN;
    if rules.iter().map(length).sum::<usize>() <= SURE_CHARACTERS {
        rules
    } else {
        &[]
    }
}

/// A regular prompt holds the context, the bindings, and the marker if the session is of version 1.
pub(super) fn check_content(course: &Course, known: &Known<'_>) -> Result<(), Flaw> {
    let marked = is_marked(known);
    for one in regular(course, known) {
        let bindings = one
            .bindings
            .map_or_else(|| Bindings::of_contract(known.contract), Bindings::read);
        prompt::check_regular(&one.call.prompt, known.contract, &bindings, marked)
            .map_err(|fault| flaw(one.step, fault))?;
    }
    Ok(())
}

/// Whether the prompts of the session carry the marker; none if that is not sure.
fn is_marked(known: &Known<'_>) -> Option<bool> {
    let contract = Value::read(known.contract).ok()?;
    let policy = Value::read(known.script.policy.as_deref()?).ok()?;
    let is_investigation =
        matches!(member(&contract, "phase")?, Value::String(phase) if phase == "investigation");
    let version = member(&policy, "response_recovery_version");
    match version {
        None => Some(false),
        Some(Value::Number(number)) if is_investigation && number.canonical() == "1e0" => {
            Some(true)
        }
        Some(Value::Number(number)) if number.canonical() == "e" => Some(false),
        Some(_) => None,
    }
}
