//! What came of all prompts: counts, and the exit status.

use std::collections::BTreeMap;
use std::fmt;

use crate::endpoint::Usage;
use crate::judge::Outcome;

/// What came of one prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// What became of the answer.
    pub outcome: Outcome,
    /// The tokens, if the provider counts them.
    pub usage: Option<Usage>,
    /// The answer as it came.
    pub answer: Option<String>,
}

/// What came of all prompts, by the name of the fixture.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally(pub BTreeMap<String, Asked>);

impl Tally {
    /// 0 if every answer passes; 1 if one does not; 3 if all that came pass, but some did not come.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        let any = |is: fn(&Outcome) -> bool| self.0.values().any(|asked| is(&asked.outcome));
        if any(|outcome| matches!(outcome, Outcome::Refused(_) | Outcome::Wrong(_))) {
            1
        } else if any(|outcome| matches!(outcome, Outcome::NoAnswer(_))) {
            3
        } else {
            0
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.0.keys().map(|name| name.chars().count()).max();
        let width = width.unwrap_or_default();
        let mut counts = [0; 4];
        let mut sum = Usage::default();
        for (name, asked) in &self.0 {
            writeln!(f, "{name:width$}  {}", asked.outcome)?;
            let usage = asked.usage.unwrap_or_default();
            sum.prompt_tokens += usage.prompt_tokens;
            sum.completion_tokens += usage.completion_tokens;
            counts[match asked.outcome {
                Outcome::Pass => 0,
                Outcome::Refused(_) => 1,
                Outcome::Wrong(_) => 2,
                Outcome::NoAnswer(_) => 3,
            }] += 1;
        }
        let [pass, refused, wrong, none] = counts;
        write!(
            f,
            "\n{pass} of {} answers pass, {refused} refused, {wrong} wrong, {none} did not come; \
             the provider counts {} tokens in prompts and {} in answers",
            self.0.len(),
            sum.prompt_tokens,
            sum.completion_tokens
        )
    }
}
