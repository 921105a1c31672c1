//! Expectations that contradict themselves: a value that nothing can equal, or that is not what the case's own texts
//! say. All of this is known without asking any implementation.

use super::problem::Problem;
use crate::case::{
    Accepted, Ask, Case, Expectation, GuardDue, LedDue, RatesDue, Recount, Rejected, RepairDue,
    RunDue, VerdictDue,
};
use crate::exact::{Member, Value};

/// What is wrong with what a case expects: it contradicts itself, or is more than an answer can be compared with.
#[must_use]
pub fn problems(case: &Case) -> Vec<Problem> {
    let problem = match &case.expect {
        Expectation::Accepted(accepted) => accepted_problem(case, accepted),
        Expectation::Rejected(Rejected {
            lenient_value_text: Some(text),
            ..
        }) => read("lenient_value_text", text).err(),
        Expectation::Repair(RepairDue {
            text: Some(text), ..
        }) => read("text", text).err(),
        Expectation::Guard(due) => guard_problem(case, due),
        Expectation::Run(RunDue::Led(due)) => run_problem(case, due),
        Expectation::Run(RunDue::Error(_))
        | Expectation::Repair(_)
        | Expectation::Rejected(_)
        | Expectation::Refused
        | Expectation::Steps => None,
    };
    problem.into_iter().collect()
}

fn accepted_problem(case: &Case, accepted: &Accepted) -> Option<Problem> {
    let value = match read("value_text", &accepted.value_text) {
        Ok(value) => value,
        Err(problem) => return Some(problem),
    };
    // Where a repair is taken, the value is that of the rebuilt text; the normalized one says something else.
    if let Some(result) = &accepted.result {
        return match read("result", result) {
            Ok(of_result) => (of_result != value).then_some(Problem::ValueOfResult),
            Err(problem) => Some(problem),
        };
    }
    if let Some(text) = &accepted.text {
        return match read("text", text) {
            Ok(of_text) => (of_text != value).then_some(Problem::ValueOfText),
            Err(problem) => Some(problem),
        };
    }
    // What no rule applies to is its own value. Where the rules are not stated, that is known of objects and arrays:
    // a fence does not read as JSON, and only a string is decoded.
    let response = case
        .response()
        .and_then(|response| Value::read(response).ok())?;
    let no_rule_applies = match &accepted.rules {
        Some(rules) => rules.is_empty(),
        None => matches!(response, Value::Object(_) | Value::Array(_)),
    };
    (no_rule_applies && response != value).then_some(Problem::ValueOfResponse)
}

/// What is called valid is a value; it comes back as what the body is.
fn guard_problem(case: &Case, due: &GuardDue) -> Option<Problem> {
    let Ask::Guard { output, .. } = &case.ask else {
        return None;
    };
    if due.verdict != VerdictDue::Valid {
        return None;
    }
    let Some(body) = output.body().filter(|_| output.is_2xx()) else {
        return Some(Problem::ValidWithoutBody);
    };
    match std::str::from_utf8(body) {
        Ok(body) => read("body", body).err(),
        Err(_) => Some(Problem::ValidWithoutBody),
    }
}

/// Rates that a case states are those of its own steps.
fn run_problem(case: &Case, due: &LedDue) -> Option<Problem> {
    let (Ask::Run(run), Some(rates)) = (&case.ask, due.rates) else {
        return None;
    };
    let recount = Recount::of(run, due)?;
    let RatesDue {
        calls,
        tool_2xx_rate,
        tool_output_invalid_rate,
    } = rates;
    let is_right = calls == recount.all.calls
        && tool_2xx_rate == recount.all.tool_2xx_rate()
        && tool_output_invalid_rate == recount.all.tool_output_invalid_rate();
    (!is_right).then_some(Problem::RatesOfSteps)
}

/// A field's value, exact and without a doubled key.
fn read<'t>(field: &'static str, text: &'t str) -> Result<Value<'t>, Problem> {
    let value = Value::read(text).map_err(|why| Problem::Inexact { field, why })?;
    if has_doubled_key(&value) {
        Err(Problem::DoubledKey { field })
    } else {
        Ok(value)
    }
}

fn has_doubled_key(value: &Value<'_>) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_doubled_key),
        Value::Object(members) => {
            is_doubled(members) || members.iter().any(|member| has_doubled_key(&member.value))
        }
        Value::Null | Value::Boolean(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn is_doubled(members: &[Member<'_>]) -> bool {
    let mut keys: Vec<&str> = members.iter().map(|member| member.key.as_ref()).collect();
    keys.sort_unstable();
    keys.array_windows().any(|[one, next]| one == next)
}
