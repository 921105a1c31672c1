//! How far a run goes: up to the third hang in a row of a profile, or, with `--fail-fast`, up to the first failure.
//!
//! Both are told by the order of the cases, not by that of the answers, so the result is the same however many
//! processes share the work. Results beyond a horizon that came in before it was known are dropped.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many hangs in a row end a profile.
const HANGS_IN_A_ROW: usize = 3;

/// How far a run goes. Positions are indexes in the order of the cases.
pub(super) struct Horizon {
    first_failure: AtomicUsize,
    profiles: Vec<ProfileHorizon>,
}

struct ProfileHorizon {
    cases: Range<usize>,
    third_hang: AtomicUsize,
    hung: Mutex<Vec<bool>>,
}

impl Horizon {
    /// The horizon of a run whose profiles have these cases.
    pub(super) fn new(profiles: impl IntoIterator<Item = Range<usize>>) -> Self {
        let profile = |cases: Range<usize>| ProfileHorizon {
            third_hang: AtomicUsize::new(usize::MAX),
            hung: Mutex::new(vec![false; cases.len()]),
            cases,
        };
        Self {
            first_failure: AtomicUsize::new(usize::MAX),
            profiles: profiles.into_iter().map(profile).collect(),
        }
    }

    /// Notes that a case hung.
    pub(super) fn note_hang(&self, case: usize) {
        let Some(profile) = self.profile(case) else {
            return;
        };
        let mut hung = profile.hung.lock().unwrap_or_else(PoisonError::into_inner);
        let at = case - profile.cases.start;
        if let Some(hung) = hung.get_mut(at) {
            *hung = true;
        }
        let first = at.saturating_sub(HANGS_IN_A_ROW - 1);
        let row = hung[first..]
            .windows(HANGS_IN_A_ROW)
            .take(HANGS_IN_A_ROW)
            .position(|row| row.iter().all(|hung| *hung));
        if let Some(row) = row {
            let third = profile.cases.start + first + row + HANGS_IN_A_ROW - 1;
            profile.third_hang.fetch_min(third, Ordering::Relaxed);
        }
    }

    /// Notes that a case fails a run that is to end with the first failure.
    pub(super) fn note_failure(&self, case: usize) {
        self.first_failure.fetch_min(case, Ordering::Relaxed);
    }

    /// Whether a failure ended the run.
    pub(super) fn has_failure(&self) -> bool {
        self.first_failure.load(Ordering::Relaxed) != usize::MAX
    }

    /// Whether a case lies behind three hangs in a row of its profile, so that it counts as one.
    pub(super) fn is_behind_hangs(&self, case: usize) -> bool {
        self.hangs_before(case).is_some()
    }

    /// The three cases in a row that hung and behind which a case lies; none if it lies behind no such row.
    pub(super) fn hangs_before(&self, case: usize) -> Option<Range<usize>> {
        let third = self.profile(case)?.third_hang.load(Ordering::Relaxed);
        (case > third).then(|| third + 1 - HANGS_IN_A_ROW..third + 1)
    }

    /// Whether a case lies behind the first failure, so that it gets no verdict.
    pub(super) fn is_behind_failure(&self, case: usize) -> bool {
        case > self.first_failure.load(Ordering::Relaxed)
    }

    fn profile(&self, case: usize) -> Option<&ProfileHorizon> {
        self.profiles
            .iter()
            .find(|profile| profile.cases.contains(&case))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_hangs_in_a_row_end_a_profile_in_whatever_order_they_are_found() {
        for order in [[3, 4, 5], [5, 3, 4], [4, 5, 3]] {
            let horizon = Horizon::new([0..10, 10..12]);
            horizon.note_hang(1);
            for case in order {
                assert!(!horizon.is_behind_hangs(9));
                horizon.note_hang(case);
            }
            assert!(!horizon.is_behind_hangs(5) && horizon.is_behind_hangs(6));
            assert_eq!(horizon.hangs_before(9), Some(3..6));
            assert!(!horizon.is_behind_hangs(10), "the next profile begins anew");
        }
    }

    #[test]
    fn the_first_row_counts_and_rows_do_not_reach_across_profiles() {
        let horizon = Horizon::new([0..5, 5..10]);
        for case in [3, 4, 5] {
            horizon.note_hang(case);
        }
        assert!(!horizon.is_behind_hangs(9));
        for case in [2, 1, 0] {
            horizon.note_hang(case);
        }
        assert!(horizon.is_behind_hangs(3) && !horizon.is_behind_hangs(2));
    }

    #[test]
    fn the_first_failure_counts() {
        let horizon = Horizon::new([0..5, 5..10]);
        horizon.note_failure(7);
        horizon.note_failure(4);
        horizon.note_failure(8);
        assert!(horizon.is_behind_failure(5) && !horizon.is_behind_failure(4));
    }
}
