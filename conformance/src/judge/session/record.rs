//! Whether each record says what was: the response as it was sent, the text that it led to, where a rebuilt one comes
//! from (REQ AUD-1, REP-11).

use recovery_reports::sha256;
use serde::Deserialize;

use super::{Came, Course, Flaw, Given, Known, Turn, flaw};
use crate::case::{Finish, Happening, Rule, StepExpectation};
use crate::judge::Fault;
use crate::judge::tagged::leads;

/// A record as far as it is compared. Its hash is that of another check.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Record {
    pub(super) call: String,
    pub(super) kind: String,
    pub(super) provider: String,
    pub(super) prompt_sha256: String,
    pub(super) response: Option<String>,
    pub(super) finish: Option<Finish>,
    pub(super) text: Option<String>,
    pub(super) rules: Vec<Rule>,
    pub(super) outcome: Outcome,
    pub(super) repair: Option<Repair>,
}

/// The outcome of a record.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Outcome {
    #[serde(rename = "outcome")]
    pub(super) name: String,
    pub(super) reason: Option<String>,
    pub(super) path: Option<String>,
    pub(super) kind: Option<String>,
}

/// Where a rebuilt text comes from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Repair {
    source: usize,
    source_sha256: String,
    path: String,
    patch: String,
    result: String,
    result_sha256: String,
}

/// The records after the last step, in order; none if the course was not heard to its end, or one cannot be read.
pub(super) fn records(course: &Course) -> Option<Vec<Record>> {
    let audit = course.audits.last().filter(|_| course.is_whole)?;
    let read = |record: &String| serde_json::from_str(record).ok();
    audit.records.iter().map(read).collect()
}

/// The turns that closed a call, in order: a response or a transport error that was taken.
pub(super) fn closing<'c>(course: &'c Course, known: &Known<'_>) -> Vec<(usize, &'c Turn)> {
    let turns = course.turns.iter().enumerate();
    let closes = |(_, turn): &(usize, &Turn)| {
        let happening = turn.of(known.script).map(|step| &step.happening);
        let is_answer = matches!(
            happening,
            Some(Happening::Respond { .. } | Happening::TransportError { .. })
        );
        is_answer && !turn.is_look && matches!(turn.came, Came::Taken { .. })
    };
    turns.filter(closes).collect()
}

/// The text that was accepted in a turn, as far as it is known: from the script, or from the record.
pub(super) fn accepted_text(course: &Course, known: &Known<'_>, turn: usize) -> Option<String> {
    let step = course.turns.get(turn)?.of(known.script)?;
    if let StepExpectation::State(due) = &step.expect
        && let Some(text) = &due.text
    {
        return Some(text.clone());
    }
    let at = closing(course, known)
        .iter()
        .position(|(index, _)| *index == turn)?;
    records(course)?.get(at)?.text.clone()
}

/// Checks the record of every closed call.
pub(super) fn check(course: &Course, known: &Known<'_>) -> Result<(), Flaw> {
    let Some(records) = records(course) else {
        return if course.is_whole {
            Err(Flaw {
                step: None,
                fault: Fault::Chain("a record is not of the form of one"),
            })
        } else {
            Ok(())
        };
    };
    let closing = closing(course, known);
    if closing.len() != records.len() {
        return Err(Flaw {
            step: None,
            fault: Fault::Recorded("number of calls"),
        });
    }
    for ((_, turn), record) in closing.into_iter().zip(&records) {
        let Some(step) = turn.of(known.script) else {
            continue;
        };
        let check = |is_right: bool, field| {
            if is_right {
                Ok(())
            } else {
                Err(flaw(turn.step, Fault::Recorded(field)))
            }
        };
        let response = step.returned().map(|(text, _)| text);
        check(record.response.as_deref() == response, "response")?;
        let is_accepted = record.outcome.name == "accepted";
        if let StepExpectation::State(due) = &step.expect
            && let Some(due) = &due.text
        {
            check(record.text.as_ref() == Some(due), "text")?;
        }
        match &record.repair {
            Some(repair) => check_repair(repair, record, &records)
                .map_err(|field| flaw(turn.step, Fault::Recorded(field)))?,
            // What no rule touched stays as it is, so its text is the response.
            None if is_accepted && record.rules.is_empty() && record.kind == "regular" => {
                check(record.text.as_deref() == response, "text")?;
            }
            None => {
                let is_rebuilt = is_accepted && record.kind == "repair";
                check(!is_rebuilt, "repair")?;
            }
        }
        // What is run is what was recorded.
        let runs = turn
            .came
            .commands()
            .iter()
            .any(|command| matches!(command, Given::Execute { .. }));
        check(!runs || is_accepted, "outcome")?;
    }
    Ok(())
}

/// Whether the provenance of a rebuilt text is true. The name of the field that is not.
fn check_repair(repair: &Repair, record: &Record, records: &[Record]) -> Result<(), &'static str> {
    let source = repair.source.checked_sub(1).and_then(|at| records.get(at));
    let source = source
        .filter(|source| source.outcome.name == "repair")
        .ok_or("source")?;
    let response = source.response.as_deref().unwrap_or_default();
    let hash = |text: &str| sha256(&[text.as_bytes()]);
    let check = |is_right: bool, field| if is_right { Ok(()) } else { Err(field) };
    check(record.text.as_ref() == Some(&repair.result), "result")?;
    check(repair.source_sha256 == hash(response), "source_sha256")?;
    check(
        repair.result_sha256 == hash(&repair.result),
        "result_sha256",
    )?;
    check(source.outcome.path.as_ref() == Some(&repair.path), "path")?;
    let normalized = source.text.as_deref().unwrap_or_default();
    check(leads(&repair.patch, normalized, &repair.result), "patch")
}
