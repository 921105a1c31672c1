//! The hint: what a prompt says about the rules that the response before it took (REQ HNT-1).

use std::fmt::{self, Write as _};

use super::notice::MOST;
use super::record::RuleAt;

/// The rules applied to an accepted response, as the next regular prompt tells them; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hint {
    rules: Vec<RuleAt>,
}

impl Hint {
    /// A hint on rules; none where none was applied.
    pub(super) fn on(rules: &[RuleAt]) -> Option<Self> {
        let rules = rules.to_vec();
        (!rules.is_empty()).then_some(Self { rules })
    }

    /// The rules, in the order of their application.
    pub(super) fn rules(&self) -> &[RuleAt] {
        &self.rules
    }

    /// The hint with the first `told` rules, and the number of the others.
    fn tell(&self, told: usize) -> String {
        let mut hint = "\n\nThe format of your last answer was mended: ".to_owned();
        for (place, RuleAt { rule, path }) in self.rules.iter().take(told).enumerate() {
            let separator = if place > 0 { ", " } else { "" };
            // Writing into memory cannot fail.
            let _ = write!(hint, "{separator}{rule} at \"{path}\"");
        }
        match self.rules.len().saturating_sub(told) {
            0 => {}
            left if told == 0 => {
                let _ = write!(hint, "{left} times");
            }
            left => {
                let _ = write!(hint, ", {left} more");
            }
        }
        hint.push_str(". Answer without that.");
        hint
    }
}

/// With the blank line that sets it off: rules and paths in their order, as many as fit.
impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = |hint: &String| hint.chars().count() <= MOST;
        let told = (1..=self.rules.len()).rev().map(|told| self.tell(told));
        let told = told.into_iter().find(fits);
        f.write_str(&told.unwrap_or_else(|| self.tell(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_names_rules_and_paths_as_many_as_fit() {
        for length in [0, 1, 2, 5, 20, 60, 400] {
            let path = "/ä".repeat(length);
            let rule = RuleAt {
                rule: "decode".to_owned(),
                path: path.clone(),
            };
            for count in 1..=16 {
                let hint = Hint::on(&vec![rule.clone(); count]).unwrap().to_string();
                assert!(hint.chars().count() <= MOST, "{hint}");
                let told = hint.matches(&format!("decode at \"{path}\"")).count();
                let left = match count - told {
                    0 => ". Answer".to_owned(),
                    left if told == 0 => format!("{left} times"),
                    left => format!(", {left} more"),
                };
                assert!(hint.contains(&left), "{count} of {length}: {hint}");
                assert!(told > 0 || length >= 60, "{hint}");
            }
        }
        assert_eq!(Hint::on(&[]), None);
    }
}
