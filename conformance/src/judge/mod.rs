//! The judge: a case and the reply to it in, a fault or none out.
//!
//! What is right is known from the case alone; nobody is asked. The checks stand in the order of precedence of their
//! verdicts, so the first that fails is the one that counts.

mod fault;

use std::borrow::Cow;

use crate::canary;
use crate::case::{Accepted, Ask, Case, Category, Expectation, Level, Profile, Rejected};
use crate::exact::Value;
use crate::protocol::{Answer, AppliedRule};

pub use fault::Fault;

/// Judges the reply to a case.
///
/// # Errors
/// The [`Fault`] of the reply; none if it is right.
pub fn judge(case: &Case, answer: &Answer<'_>) -> Result<(), Fault> {
    check_form(case, answer)?;
    check_leaks(case, answer)?;
    match (answer, &case.expect) {
        (Answer::Error { name, .. }, expect) => match (&**name, expect) {
            ("contract", Expectation::Refused) => Ok(()),
            _ => Err(Fault::Unsupported),
        },
        (Answer::Loaded, _) => Err(Fault::Loaded),
        (_, Expectation::Steps) => Err(Fault::Unsupported),
        (Answer::Repair { .. }, Expectation::Repair(_)) => Ok(()),
        (Answer::Repair { .. }, _) => Err(Fault::Repair),
        (Answer::Accepted { .. }, Expectation::Repair(_)) => Err(Fault::Accepted),
        (Answer::Rejected { .. }, Expectation::Repair(_)) => Err(Fault::Rejected),
        (Answer::Accepted { value, text, rules }, Expectation::Accepted(due)) => {
            check_value(value, &due.value_text)?;
            check_text(case, due, text.as_deref())?;
            check_rules(due, rules.as_deref())
        }
        (Answer::Accepted { value, .. }, Expectation::Rejected(due)) => {
            Err(check_lenient(value, due))
        }
        (Answer::Accepted { .. }, Expectation::Refused) => Err(Fault::Accepted),
        (Answer::Rejected { reason, .. }, Expectation::Accepted(due)) => match due.level {
            Level::Must => Err(Fault::Rejected),
            Level::May => check_category(reason, &due.reasons),
        },
        (Answer::Rejected { reason, path, .. }, Expectation::Rejected(due)) => {
            check_category(reason, &due.reasons)?;
            check_path(path.as_deref(), &due.paths)
        }
        (Answer::Rejected { .. }, Expectation::Refused) => Err(Fault::Rejected),
    }
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
        Answer::Accepted { text, rules, .. } => {
            needed("text", text.is_some())?;
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
        Answer::Repair { .. } => Ok(()),
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

/// Whether a canary of the response stands where no text of it may stand (REQ VAL-4).
fn check_leaks(case: &Case, answer: &Answer<'_>) -> Result<(), Fault> {
    let Some(response) = case.response() else {
        return Ok(());
    };
    let check = |field, text: Option<&Cow<'_, str>>| match text {
        Some(text) if canary::is_told(response, text) => Err(Fault::Leak(field)),
        _ => Ok(()),
    };
    match answer {
        Answer::Accepted { rules, .. } => {
            rules
                .iter()
                .flatten()
                .try_for_each(|AppliedRule { rule, path }| {
                    check("rules", Some(rule))?;
                    check("rules", Some(path))
                })
        }
        Answer::Rejected {
            reason,
            path,
            detail,
        } => {
            check("reason", Some(reason))?;
            check("path", path.as_ref())?;
            check("detail", detail.as_ref())
        }
        Answer::Repair { path } => check("path", path.as_ref()),
        Answer::Error { name, detail } => {
            check("error", Some(name))?;
            check("detail", detail.as_ref())
        }
        Answer::Loaded => Ok(()),
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
fn check_rules(due: &Accepted, rules: Option<&[AppliedRule<'_>]>) -> Result<(), Fault> {
    let (Some(due), Some(rules)) = (&due.rules, rules) else {
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
mod tests;
