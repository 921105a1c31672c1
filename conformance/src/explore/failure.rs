//! What a scene came to, and which failures are of one kind.

use recovery_reports::Verdict;

use crate::generate::Scene;
use crate::invariants::{Heard, Violation};
use crate::protocol::Reply;
use crate::runner::Decision;

/// What failures of one kind have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind {
    /// The verdict.
    pub verdict: Verdict,
    /// The name of the fault or the violation.
    pub fault: &'static str,
    /// The malformations, joined by `+`; empty for an answer that has none.
    pub class: String,
}

/// A scene that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) kind: Kind,
    /// What is wrong, if a relation between answers is.
    pub(super) violation: Option<Violation>,
    /// Which of the cases shows it, those asked afterwards counted on.
    pub(super) case: usize,
    /// How many cases the scene has.
    pub(super) cases: usize,
    /// Whether the case was not asked, so that nothing is known of it.
    pub(super) is_unsent: bool,
}

/// What a scene came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Came {
    /// All is right.
    Pass,
    /// The implementation does not claim to do this.
    Skip,
    /// It failed.
    Failed(Failure),
    /// The run stopped before.
    Undecided {
        /// Whether it was sent.
        is_sent: bool,
    },
}

impl Kind {
    /// The kind as a part of an id, and of the name of a file: it holds no text of a response.
    #[must_use]
    pub fn slug(&self) -> String {
        let class = if self.class.is_empty() {
            "clean"
        } else {
            &self.class
        };
        Self::kebab(&format!("{class}-{}-{}", self.verdict, self.fault))
    }

    /// The letters and digits of a text, with one hyphen in the place of all that stands between them.
    pub(crate) fn kebab(text: &str) -> String {
        let words = text.split(|character: char| !character.is_ascii_alphanumeric());
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        words.join("-")
    }

    /// Whether another failure, with malformations of its own, may have the same cause: the same is wrong, and it has
    /// every malformation that this one has.
    #[must_use]
    pub fn explains(&self, other: &Self) -> bool {
        self.verdict == other.verdict && self.fault == other.fault && {
            let theirs: Vec<_> = components(&other.class).collect();
            let mut own = components(&self.class).peekable();
            (own.peek().is_some() || theirs.is_empty()) && own.all(|one| theirs.contains(&one))
        }
    }

    /// How many malformations it has.
    pub(super) fn malformations(&self) -> usize {
        components(&self.class).count()
    }
}

/// The malformations of a class.
fn components(class: &str) -> impl Iterator<Item = &str> {
    class
        .split(['+', '|'])
        .map(str::trim)
        .filter(|one| !one.is_empty())
}

/// What cases of a scene came to that were asked together: the worst of them, or nothing if all are right. `before` is
/// how many cases of the scene were asked before them.
pub(super) fn worst(
    decisions: &[(&crate::case::Case, Option<Decision>)],
    scene: &Scene,
    before: usize,
) -> Option<Came> {
    let is_sent = |decision: &Decision| !decision.is_unsent;
    if decisions.iter().any(|(_, decision)| decision.is_none()) {
        let is_sent = before > 0
            || decisions
                .iter()
                .any(|(_, decision)| decision.as_ref().is_some_and(is_sent));
        return Some(Came::Undecided { is_sent });
    }
    let decided = decisions
        .iter()
        .enumerate()
        .filter_map(|(index, (case, decision))| Some((index, *case, decision.as_ref()?)));
    let (index, case, decision) = decided.min_by_key(|(_, _, decision)| decision.verdict)?;
    match decision.verdict {
        // Skip comes after Pass in the order, so it is the worst only where all are skipped.
        Verdict::Skip => Some(Came::Skip),
        Verdict::Pass => None,
        verdict => Some(Came::Failed(Failure {
            kind: Kind {
                verdict,
                fault: decision.fault.unwrap_or(verdict.name()),
                class: if case.class.is_empty() {
                    scene.class()
                } else {
                    case.class.clone()
                },
            },
            violation: None,
            case: before + index,
            cases: scene.cases.len(),
            is_unsent: decision.is_unsent,
        })),
    }
}

/// What was heard, if every reply could be read.
pub(super) fn heard<'a>(
    decisions: &'a [(&'a crate::case::Case, Option<Decision>)],
) -> Option<Vec<Heard<'a>>> {
    let heard = |(case, decision): &'a (&'a crate::case::Case, Option<Decision>)| {
        let line = decision.as_ref()?.reply.as_deref()?;
        // Of a dialogue every reply is kept; the last one is the audit.
        let answer = Reply::read(line.lines().next_back()?).ok()?.answer;
        Some(Heard { case, line, answer })
    };
    decisions.iter().map(heard).collect()
}

/// The failure that a violation is.
pub(super) fn of_violation(violation: Violation, scene: &Scene) -> Came {
    Came::Failed(Failure {
        kind: Kind {
            verdict: violation.verdict,
            fault: violation.name,
            class: scene.class(),
        },
        violation: Some(violation),
        case: 0,
        cases: scene.cases.len(),
        is_unsent: false,
    })
}
