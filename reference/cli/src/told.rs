//! A record of the audit in words, without text of a response (REQ VAL-4).

use response_recovery::session::{Decided, Record, RuleAt};

use crate::raw::one_line;

/// What became of the call.
pub(crate) fn outcome(record: &Record) -> String {
    let told = match &record.outcome {
        Decided::Accepted {} => match &record.repair {
            Some(repair) => format!("accepted, repaired at \"{}\"", repair.path),
            None => "accepted".to_owned(),
        },
        Decided::Rejected { reason, path } => format!("rejected, {reason} at \"{path}\""),
        Decided::Repair { path } => format!("repair wanted at \"{path}\""),
        Decided::TransportError { kind } => format!("transport error, {}", kind.name()),
    };
    one_line(&told)
}

/// The rules applied, if there were any.
pub(crate) fn rules(rules: &[RuleAt]) -> Option<String> {
    let told: Vec<String> = rules
        .iter()
        .map(|applied| one_line(&format!("{} at \"{}\"", applied.rule, applied.path)))
        .collect();
    (!told.is_empty()).then(|| told.join(", "))
}
