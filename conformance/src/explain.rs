//! What a report shows of a reply: what came back, and how an accepted value differs from what was due.

use std::borrow::Cow;

use recovery_reports::report::{Got, Rule};
use recovery_reports::{Difference, Text, Visibility};

use crate::case::{Case, Category, Expectation, OutputReason};
use crate::difference;
use crate::exact::Value;
use crate::protocol::{Answer, AppliedRule, Guarded};

/// What a right reply is listed with: its outcome and reason.
#[must_use]
pub fn briefly(answer: &Answer<'_>, visibility: Visibility) -> Got {
    let mut got = Got {
        outcome: outcome(answer).to_owned(),
        ..Got::default()
    };
    got.receipts = receipts(answer);
    match answer {
        Answer::Rejected { reason, .. } => got.reason = Some(shown_reason(reason, visibility)),
        Answer::Guarded(Guarded {
            stop_reason: Some(reason),
            ..
        }) => got.reason = Some(shown_stop_reason(reason, visibility)),
        _ => {}
    }
    got
}

/// What a wrong reply is listed with: all of it.
#[must_use]
pub fn fully(answer: &Answer<'_>, visibility: Visibility) -> Got {
    let mut got = briefly(answer, visibility);
    let pointer = |path: &Option<Cow<'_, str>>| path.as_ref().map(|path| visibility.pointer(path));
    let shown = |text: &Option<Cow<'_, str>>| text.as_ref().map(|text| visibility.text(text));
    match answer {
        Answer::Accepted {
            value,
            text,
            rules,
            repair,
        } => {
            got.value = Some(visibility.text(value));
            got.text = shown(text);
            got.rules = shown_rules(rules.as_deref(), visibility);
            got.repair = repair.map(|repair| visibility.text(repair));
        }
        Answer::Rejected { path, detail, .. } => {
            got.path = pointer(path);
            got.detail = shown(detail);
        }
        Answer::Repair {
            path,
            prompt,
            schema,
            text,
            rules,
        } => {
            got.path = pointer(path);
            got.text = shown(text);
            got.rules = shown_rules(rules.as_deref(), visibility);
            got.prompt = shown(prompt);
            got.schema = schema.map(|schema| visibility.text(schema));
        }
        Answer::Error { name, detail } => {
            got.error = Some(visibility.text(name));
            got.detail = shown(detail);
        }
        Answer::Guarded(guarded) => {
            got.value = guarded.value.map(|value| visibility.text(value));
            got.line = guarded
                .quarantine
                .is_some()
                .then(|| visibility.text(guarded.line));
        }
        Answer::Run(run) => got.line = Some(visibility.text(run.line)),
        Answer::Loaded
        | Answer::Taken { .. }
        | Answer::Checkpoint { .. }
        | Answer::Audit { .. } => {}
    }
    got
}

/// How what is accepted differs from what was due: the value, or, where that is right, the text. None if nothing is
/// accepted, nothing differs, or it cannot be compared.
#[must_use]
pub fn difference(case: &Case, answer: &Answer<'_>, visibility: Visibility) -> Option<Difference> {
    let (value, text) = match answer {
        Answer::Accepted { value, text, .. } => (*value, text.as_deref()),
        Answer::Guarded(guarded) => (guarded.value?, None),
        _ => return None,
    };
    let got = Value::read(value).ok()?;
    match &case.expect {
        Expectation::Accepted(due) => {
            let due = Value::read(&due.value_text).ok()?;
            if due != got {
                return difference::from_value(&due, &got, visibility);
            }
            let said = Value::read(text?).ok()?;
            if said == due {
                return None;
            }
            difference::from_value(&due, &said, visibility)
        }
        Expectation::Rejected(_) | Expectation::Repair(_) => {
            difference::from_response(case.response()?, &got, visibility)
        }
        Expectation::Guard(_) => {
            let outputs = case.outputs();
            let body = outputs.first()?.text()?;
            match Value::read(&body) {
                Ok(due) if due == got => None,
                _ => difference::from_response(&body, &got, visibility),
            }
        }
        Expectation::Refused | Expectation::Steps | Expectation::Run(_) => None,
    }
}

/// How many bodies an answer says that it kept.
fn receipts(answer: &Answer<'_>) -> u64 {
    match answer {
        Answer::Guarded(guarded) => u64::from(guarded.quarantine.is_some()),
        Answer::Run(run) => {
            let kept = run.steps.iter().filter(|step| step.quarantine.is_some());
            kept.count() as u64
        }
        _ => 0,
    }
}

fn outcome(answer: &Answer<'_>) -> &'static str {
    match answer {
        Answer::Accepted { .. } => "accepted",
        Answer::Rejected { .. } => "rejected",
        Answer::Repair { .. } => "repair",
        Answer::Loaded => "loaded",
        Answer::Taken { .. } => "commands",
        Answer::Checkpoint { .. } => "checkpoint",
        Answer::Audit { .. } => "audit",
        Answer::Guarded(guarded) => guarded.verdict.name(),
        Answer::Run(_) => "led",
        Answer::Error { .. } => "error",
    }
}

/// A reason as a report shows it. Of a hidden one the category is left, which is out of a fixed list.
fn shown_reason(reason: &str, visibility: Visibility) -> Text {
    match (visibility, Category::of_reason(reason)) {
        (Visibility::Hidden, Some(category)) => Text::Whole(category.name().to_owned()),
        _ => visibility.text(reason),
    }
}

/// A stop reason as a report shows it. Of a hidden one the kind is left, without the name in it.
fn shown_stop_reason(reason: &str, visibility: Visibility) -> Text {
    match (visibility, reason.parse::<OutputReason>()) {
        (Visibility::Hidden, Ok(OutputReason::Schema(_) | OutputReason::Invariant(_)) | Err(_)) => {
            visibility.text(reason)
        }
        (Visibility::Hidden, Ok(known)) => Text::Whole(known.to_string()),
        _ => visibility.text(reason),
    }
}

fn shown_rules(rules: Option<&[AppliedRule<'_>]>, visibility: Visibility) -> Option<Vec<Rule>> {
    let shown = |rule| shown_rule(rule, visibility);
    rules.map(|rules| rules.iter().map(shown).collect())
}

fn shown_rule(rule: &AppliedRule<'_>, visibility: Visibility) -> Rule {
    Rule {
        rule: match &*rule.rule {
            "fence" | "decode" | "filter" => Text::Whole(rule.rule.clone().into_owned()),
            other => visibility.text(other),
        },
        path: visibility.pointer(&rule.path),
    }
}
