//! When two answers are the same.

use super::{Heard, Violation};
use crate::case::Category;
use crate::exact::Value;
use crate::protocol::Answer;

/// How much of two answers has to be the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// All that is normative: outcome, value, text, rules, category, path.
    All,
    /// The same without text and rules, which tell the way and not the outcome.
    Outcome,
}

/// Whether two answers are the same.
///
/// # Errors
/// Other outcomes and values are corruption: one of the two is wrong, whatever else is right. The rest is imprecise.
pub(super) fn same(one: &Heard<'_>, other: &Heard<'_>, extent: Extent) -> Result<(), Violation> {
    let ensure = |is_same: bool, violation| if is_same { Ok(()) } else { Err(violation) };
    match (&one.answer, &other.answer) {
        (
            Answer::Accepted {
                value, text, rules, ..
            },
            Answer::Accepted {
                value: other_value,
                text: other_text,
                rules: other_rules,
                ..
            },
        ) => {
            ensure(same_value(Some(value), Some(other_value)), VALUE)?;
            if extent == Extent::Outcome {
                return Ok(());
            }
            ensure(text == other_text, TEXT)?;
            ensure(rules == other_rules, RULES)
        }
        (
            Answer::Rejected { reason, path, .. },
            Answer::Rejected {
                reason: other_reason,
                path: other_path,
                ..
            },
        ) => {
            let is_same = Category::of_reason(reason) == Category::of_reason(other_reason);
            ensure(is_same, CATEGORY)?;
            ensure(path == other_path, PATH)
        }
        (Answer::Guarded(one), Answer::Guarded(other)) => {
            ensure(one.verdict == other.verdict, VERDICT)?;
            ensure(same_value(one.value, other.value), VALUE)?;
            ensure(one.stop_reason == other.stop_reason, STOP_REASON)
        }
        (Answer::Run(one), Answer::Run(other)) => {
            ensure(one.steps == other.steps, STEPS)?;
            ensure(one.stop == other.stop, STOP_REASON)
        }
        (Answer::Loaded, Answer::Loaded)
        | (Answer::Repair { .. }, Answer::Repair { .. })
        | (Answer::Error { .. }, Answer::Error { .. }) => Ok(()),
        _ => Err(OUTCOME),
    }
}

/// Whether two values are equal, however they are spelled.
fn same_value(one: Option<&str>, other: Option<&str>) -> bool {
    one == other
        || matches!(
            (one.map(Value::read), other.map(Value::read)),
            (Some(Ok(one)), Some(Ok(other))) if one == other
        )
}

/// Whether each answer is the same as the one to the same case in another process, in all that is normative.
///
/// # Errors
/// Those of [`same`].
pub(super) fn all_same<'h, 'a: 'h>(
    first: &[Heard<'_>],
    again: impl IntoIterator<Item = &'h Heard<'a>>,
) -> Result<(), Violation> {
    first
        .iter()
        .zip(again)
        .try_for_each(|(first, again)| same(first, again, Extent::All))
}

const OUTCOME: Violation =
    Violation::corruption("outcome-differs", "one answer accepts, the other does not");
const VALUE: Violation = Violation::corruption("value-differs", "two answers give two values");
const TEXT: Violation = Violation::imprecise("text-differs", "two answers give two texts");
const RULES: Violation = Violation::imprecise("rules-differ", "two answers name other rules");
const CATEGORY: Violation =
    Violation::imprecise("category-differs", "two rejections have two categories");
const VERDICT: Violation =
    Violation::corruption("verdict-differs", "two answers give two verdicts");
const STOP_REASON: Violation =
    Violation::imprecise("stop-reason-differs", "two answers give two stop reasons");
const STEPS: Violation = Violation::corruption(
    "steps-differ",
    "a step of one run does not come to the same as in the other",
);
const PATH: Violation = Violation::imprecise("path-differs", "two rejections have two paths");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::{accepting, heard};

    #[test]
    fn every_difference_is_found() {
        let case = accepting("{}", "{}");
        let accepted = |value: &str, text: &str, rule: &str| {
            format!(
                r#"{{"id":1,"outcome":"accepted","value":{value},"text":"{text}","rules":[{{"rule":"{rule}","path":""}}]}}"#
            )
        };
        let rejected = |reason: &str, path: &str| {
            format!(r#"{{"id":1,"outcome":"rejected","reason":"{reason}","path":"{path}"}}"#)
        };
        let first = accepted("{\"a\":1,\"b\":2}", "t", "fence");
        for (other, due) in [
            (accepted("{\"b\":2,\"a\":1.0}", "t", "fence"), Ok(())),
            (accepted("{\"a\":1}", "t", "fence"), Err(VALUE)),
            (accepted("{\"a\":1,\"b\":2}", "u", "fence"), Err(TEXT)),
            (accepted("{\"a\":1,\"b\":2}", "t", "decode"), Err(RULES)),
            (rejected("parse", ""), Err(OUTCOME)),
        ] {
            let (one, other) = (heard(&case, &first), heard(&case, &other));
            assert_eq!(same(&one, &other, Extent::All), due);
            let outcome = due.filter_outcome();
            assert_eq!(same(&one, &other, Extent::Outcome), outcome);
        }
        let first = rejected("parse:empty", "");
        for (other, due) in [
            (rejected("parse:number", ""), Ok(())),
            (rejected("schema", ""), Err(CATEGORY)),
            (rejected("parse", "/a"), Err(PATH)),
        ] {
            let (one, other) = (heard(&case, &first), heard(&case, &other));
            assert_eq!(same(&one, &other, Extent::All), due);
        }
    }

    trait FilterOutcome {
        fn filter_outcome(self) -> Self;
    }

    impl FilterOutcome for Result<(), Violation> {
        fn filter_outcome(self) -> Self {
            match self {
                Err(TEXT | RULES) => Ok(()),
                other => other,
            }
        }
    }
}
