//! The judge: a case and the reply to it in, a fault or none out.
//!
//! What is right is known from the case alone; nobody is asked. The checks stand in the order of precedence of their
//! verdicts, so the first that fails is the one that counts.

pub(crate) mod bindings;
mod fault;
pub(crate) mod guard;
pub(crate) mod prompt;
mod provenance;
mod schema;
pub mod session;
mod tagged;

use std::collections::BTreeMap;

use crate::canary;
use crate::case::{
    Accepted, Ask, Case, Category, Expectation, Level, Profile, Rejected, RepairDue, Rule,
};
use crate::exact::Value;
use crate::protocol::{Answer, AppliedRule};

pub use fault::Fault;

/// Judges the reply to a case. `contracts` has the text of each contract that the case names.
///
/// # Errors
/// The [`Fault`] of the reply; none if it is right.
pub fn judge(
    case: &Case,
    contracts: &BTreeMap<String, String>,
    answer: &Answer<'_>,
) -> Result<(), Fault> {
    if let Ask::Guard { .. } | Ask::Run(_) = case.ask {
        return guard::judge(case, contracts, answer);
    }
    // Where no repair is asked for, the case alone tells what is right.
    let is_judged_by = case.profile == Profile::Repair;
    let contract = case.contract().filter(|_| is_judged_by);
    let contract = contract.map(|name| contracts.get(name).map_or("null", String::as_str));
    check_form(case, answer)?;
    check_leaks(case, contract, answer)?;
    match (answer, &case.expect) {
        (Answer::Error { name, .. }, expect) => match (&**name, expect) {
            ("contract", Expectation::Refused) => Ok(()),
            _ => Err(Fault::Unsupported),
        },
        (Answer::Loaded, _) => Err(Fault::Loaded),
        (Answer::Repair { .. }, Expectation::Repair(due)) => {
            check_repair(case, due, contract, answer)
        }
        (Answer::Repair { .. }, _) => Err(Fault::Repair),
        (Answer::Accepted { .. }, Expectation::Accepted(due)) => check_accepted(case, due, answer),
        (Answer::Accepted { value, .. }, Expectation::Rejected(due)) => {
            Err(check_lenient(value, due))
        }
        (Answer::Accepted { .. }, Expectation::Repair(_)) => Err(Fault::Unmended),
        (Answer::Accepted { .. }, _) => Err(Fault::Accepted),
        (Answer::Rejected { reason, .. }, Expectation::Accepted(due)) => match due.level {
            Level::Must => Err(Fault::Rejected),
            Level::May => check_category(reason, &due.reasons),
        },
        (Answer::Rejected { reason, path, .. }, Expectation::Rejected(due)) => {
            check_category(reason, &due.reasons)?;
            check_path(path.as_deref(), &due.paths)
        }
        (Answer::Rejected { .. }, Expectation::Repair(_)) => Err(Fault::Unrepaired),
        (Answer::Rejected { .. }, _) => Err(Fault::Rejected),
        (Answer::Taken { .. } | Answer::Checkpoint { .. } | Answer::Audit { .. }, _) => {
            Err(Fault::Kind("session"))
        }
        (Answer::Guarded(_) | Answer::Run(_), _) => Err(Fault::Kind("verdict")),
    }
}

/// Whether what is accepted is what is due: the value first, since nothing weighs more.
fn check_accepted(case: &Case, due: &Accepted, answer: &Answer<'_>) -> Result<(), Fault> {
    let Answer::Accepted {
        value,
        text,
        rules,
        repair,
    } = answer
    else {
        return Ok(());
    };
    check_value(value, &due.value_text)?;
    match (&case.ask, &due.result, repair) {
        (Ask::Repair { response, .. }, Some(result), Some(repair)) => {
            provenance::check(response, due, result, repair)?;
        }
        _ => check_text(case, due, text.as_deref())?,
    }
    check_rules(due.rules.as_deref(), rules.as_deref())
}

/// Whether the repair call that is asked for is the one that is due (REQ REP-1, REP-3).
fn check_repair(
    case: &Case,
    due: &RepairDue,
    contract: Option<&str>,
    answer: &Answer<'_>,
) -> Result<(), Fault> {
    let Answer::Repair {
        path,
        prompt,
        schema,
        text,
        rules,
    } = answer
    else {
        return Ok(());
    };
    let due_path = std::slice::from_ref(&due.path);
    check_path(path.as_deref(), due_path)?;
    let text = text.as_deref().unwrap_or_default();
    let untouched = case.response().filter(|_| due.rules.is_empty());
    if let Some(exact) = due.text.as_deref().or(untouched)
        && exact != text
    {
        check_value(text, exact).map_err(|_| Fault::Text)?;
        return Err(Fault::Bytes);
    }
    check_rules(Some(&due.rules), rules.as_deref())?;
    let contract = contract.unwrap_or("null");
    schema::check(schema.unwrap_or("null"), contract, &due.path, text)?;
    prompt::check_repair(
        prompt.as_deref().unwrap_or_default(),
        text,
        &due.path,
        &bindings::Bindings::of_contract(contract),
    )
}

/// Whether an accepted value is the one that is due, both as JSON text.
///
/// # Errors
/// [`Fault::Unreadable`] or [`Fault::Value`].
fn check_value(value: &str, due: &str) -> Result<(), Fault> {
    // The same bytes mean the same; most replies are spelled as the case is.
    if value == due {
        return Ok(());
    }
    let value = Value::read(value).map_err(Fault::Unreadable)?;
    match Value::read(due) {
        Ok(due) if due == value => Ok(()),
        _ => Err(Fault::Value),
    }
}

/// Whether the reply is one to the request, with all that its profile needs.
fn check_form(case: &Case, answer: &Answer<'_>) -> Result<(), Fault> {
    let is_load = matches!(case.ask, Ask::Load { .. });
    let is_repair = matches!(case.ask, Ask::Repair { .. });
    let needed = |field, is_present: bool| match case.profile {
        Profile::Parse => Ok(()),
        _ if !is_present => Err(Fault::Field(field)),
        _ => Ok(()),
    };
    match answer {
        Answer::Error { name, .. } => match (&**name, is_load) {
            ("unsupported_op", _) | ("contract", true) => Ok(()),
            _ => Err(Fault::Error),
        },
        Answer::Loaded if is_load => Ok(()),
        Answer::Loaded => Err(Fault::Kind("ok")),
        _ if is_load => Err(Fault::Kind("outcome")),
        Answer::Accepted {
            text,
            rules,
            repair,
            ..
        } => {
            needed("text", text.is_some() || is_repair)?;
            needed("repair", repair.is_some() || !is_repair)?;
            needed("rules", rules.is_some())
        }
        Answer::Rejected { reason, path, .. } => {
            needed("path", path.is_some())?;
            if is_reason(reason) {
                Ok(())
            } else {
                Err(Fault::ReasonForm)
            }
        }
        Answer::Repair { .. } if is_repair => Err(Fault::Kind("repair")),
        Answer::Repair {
            path,
            prompt,
            schema,
            text,
            rules,
        } => {
            // What asks for a repair where none is due is told as that, however little it says.
            let is_due = matches!(case.expect, Expectation::Repair(_));
            needed("path", path.is_some() || !is_due)?;
            needed("prompt", prompt.is_some() || !is_due)?;
            needed("schema", schema.is_some() || !is_due)?;
            needed("text", text.is_some() || !is_due)?;
            needed("rules", rules.is_some() || !is_due)
        }
        Answer::Taken { .. } => Err(Fault::Kind("commands")),
        Answer::Checkpoint { .. } => Err(Fault::Kind("checkpoint")),
        Answer::Audit { .. } => Err(Fault::Kind("records")),
        Answer::Guarded(_) => Err(Fault::Kind("verdict")),
        Answer::Run(_) => Err(Fault::Kind("steps")),
    }
}

/// Whether a text has the form of a reason: a name in lower case, then perhaps a colon and a detail. A detail comes out
/// of a fixed list (REQ VAL-2), so it is a short name too: a sentence, or a piece of the response, is none.
fn is_reason(reason: &str) -> bool {
    const LONGEST_DETAIL: usize = 64;
    let (category, detail) = reason.split_once(':').unwrap_or((reason, "none"));
    let in_category = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
    let in_detail = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    let is_name =
        |name: &str, is_in: &dyn Fn(u8) -> bool| !name.is_empty() && name.bytes().all(is_in);
    is_name(category, &in_category) && detail.len() <= LONGEST_DETAIL && is_name(detail, &in_detail)
}

/// Whether a canary of a response stands where no text of it may stand (REQ VAL-4), or one of the contract's context in
/// a repair prompt (REQ REP-3).
fn check_leaks(case: &Case, contract: Option<&str>, answer: &Answer<'_>) -> Result<(), Fault> {
    let check = |field, text: Option<&str>| {
        let mut returned = case.returned();
        match text {
            Some(text) if returned.any(|(returned, _)| canary::is_told(&returned, text)) => {
                Err(Fault::Leak(field))
            }
            _ => Ok(()),
        }
    };
    let check_rules = |rules: &Option<Vec<AppliedRule<'_>>>| {
        let mut rules = rules.iter().flatten();
        rules.try_for_each(|AppliedRule { rule, path }| {
            check("rules", Some(rule))?;
            check("rules", Some(path))
        })
    };
    match answer {
        Answer::Accepted { rules, .. } => check_rules(rules),
        Answer::Rejected {
            reason,
            path,
            detail,
        } => {
            check("reason", Some(reason))?;
            check("path", path.as_deref())?;
            check("detail", detail.as_deref())
        }
        Answer::Repair {
            path,
            rules,
            prompt,
            text,
            ..
        } => {
            check("path", path.as_deref())?;
            check_rules(rules)?;
            match (contract, prompt) {
                (Some(contract), Some(prompt)) => {
                    let text = text.as_deref().unwrap_or_default();
                    prompt::check_context(prompt, text, contract)
                }
                _ => Ok(()),
            }
        }
        Answer::Error { name, detail } => {
            check("error", Some(name))?;
            check("detail", detail.as_deref())
        }
        Answer::Loaded
        | Answer::Taken { .. }
        | Answer::Checkpoint { .. }
        | Answer::Audit { .. }
        | Answer::Guarded(_)
        | Answer::Run(_) => Ok(()),
    }
}

/// What accepting is where rejection was due.
fn check_lenient(value: &str, due: &Rejected) -> Fault {
    match &due.lenient_value_text {
        Some(lenient) if check_value(value, lenient).is_ok() => Fault::Lenient,
        _ => Fault::Accepted,
    }
}

/// Whether the normalized text says what the value says, in the bytes that are due (REQ NRM-4).
fn check_text(case: &Case, due: &Accepted, text: Option<&str>) -> Result<(), Fault> {
    let Some(text) = text else {
        return Ok(());
    };
    let is_untouched = due.rules.as_ref().is_some_and(Vec::is_empty);
    let exact = due
        .text
        .as_deref()
        .or_else(|| case.response().filter(|_| is_untouched));
    if exact == Some(text) {
        return Ok(());
    }
    check_value(text, &due.value_text).map_err(|_| Fault::Text)?;
    match exact {
        Some(_) => Err(Fault::Bytes),
        None => Ok(()),
    }
}

/// Whether the rules are those that are due, in their order (REQ NRM-1).
fn check_rules(due: Option<&[Rule]>, rules: Option<&[AppliedRule<'_>]>) -> Result<(), Fault> {
    let (Some(due), Some(rules)) = (due, rules) else {
        return Ok(());
    };
    let is_same = due.len() == rules.len()
        && due
            .iter()
            .zip(rules)
            .all(|(due, rule)| due.rule.name() == rule.rule && due.path == rule.path);
    if is_same { Ok(()) } else { Err(Fault::Rules) }
}

/// Whether the category of a reason is one of those; any, if there are none.
fn check_category(reason: &str, due: &[Category]) -> Result<(), Fault> {
    match Category::of_reason(reason) {
        Some(category) if due.is_empty() || due.contains(&category) => Ok(()),
        _ => Err(Fault::Category),
    }
}

/// Whether an error path is one of those; any, if there are none.
fn check_path(path: Option<&str>, due: &[String]) -> Result<(), Fault> {
    match path {
        Some(path) if !due.is_empty() && !due.iter().any(|due| due == path) => Err(Fault::Path),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod repair_tests;
#[cfg(test)]
mod tests;
