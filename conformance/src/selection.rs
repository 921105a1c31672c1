//! Which cases a run takes: those that a pattern selects and none leaves out.

use thiserror::Error;

use crate::case::Case;
use crate::pattern::Pattern;

/// Patterns that select cases.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// A case must match one of these, if there are any.
    pub only: Vec<Pattern>,
    /// A case must match none of these.
    pub skip: Vec<Pattern>,
}

/// Why a selection selects nothing worth running. A slip in a pattern must not read as a pass.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SelectionError {
    /// A pattern matches no case.
    #[error("the pattern `{0}` matches no case and no property; `--list` shows all ids")]
    Unmatched(Pattern),
    /// All cases are left out.
    #[error("no case is left to run; `--list` shows which cases the other flags select")]
    Empty,
}

impl Selection {
    /// Whether an id is selected.
    #[must_use]
    pub fn selects(&self, id: &str) -> bool {
        let any = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.matches(id));
        (self.only.is_empty() || any(&self.only)) && !any(&self.skip)
    }

    /// The cases that are selected, in their order. `properties` are the ids of properties, which patterns may match as
    /// well.
    ///
    /// # Errors
    /// [`SelectionError`].
    pub fn select<'a>(
        &self,
        cases: &'a [Case],
        properties: &[String],
    ) -> Result<Vec<&'a Case>, SelectionError> {
        let mut patterns = self.only.iter().chain(&self.skip);
        let is_unmatched = |pattern: &&Pattern| {
            let mut cases = cases.iter().map(|case| &case.id);
            !cases.any(|id| pattern.matches(id)) && !properties.iter().any(|id| pattern.matches(id))
        };
        if let Some(pattern) = patterns.find(is_unmatched) {
            return Err(SelectionError::Unmatched(pattern.clone()));
        }
        let selected: Vec<_> = cases.iter().filter(|case| self.selects(&case.id)).collect();
        if selected.is_empty() && !properties.iter().any(|id| self.selects(id)) {
            Err(SelectionError::Empty)
        } else {
            Ok(selected)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn select(only: &[&str], skip: &[&str]) -> Result<Vec<String>, SelectionError> {
        let case = |id: &str| {
            let line = format!(
                r#"{{"id":"{id}","profile":"parse","response":"1","expect":{{"outcome":"accepted","value_text":"1"}}}}"#
            );
            Case::from_line(&line).unwrap()
        };
        let cases = ["a/x", "a/y", "b/x"].map(case);
        let patterns = |list: &[&str]| {
            list.iter()
                .map(|pattern| pattern.parse().unwrap())
                .collect()
        };
        let selection = Selection {
            only: patterns(only),
            skip: patterns(skip),
        };
        selection
            .select(&cases, &["generated/parse/no-leak".to_owned()])
            .map(|cases| cases.iter().map(|case| case.id.clone()).collect())
    }

    #[test]
    fn a_case_is_taken_if_it_is_selected_and_not_left_out() {
        assert_eq!(select(&[], &[]).unwrap(), ["a/x", "a/y", "b/x"]);
        assert_eq!(select(&["a/*", "b/x"], &["*/y"]).unwrap(), ["a/x", "b/x"]);
        assert_eq!(select(&["generated/*"], &[]).unwrap(), [""; 0]);
    }

    #[test]
    fn a_selection_of_nothing_is_an_error() {
        assert_eq!(
            select(&["c/*"], &[]),
            Err(SelectionError::Unmatched("c/*".parse().unwrap()))
        );
        assert_eq!(
            select(&[], &["c/*"]),
            Err(SelectionError::Unmatched("c/*".parse().unwrap()))
        );
        assert_eq!(select(&["a/*"], &["a/*"]), Err(SelectionError::Empty));
    }
}
