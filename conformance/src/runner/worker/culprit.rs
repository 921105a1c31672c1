//! The search for the case that bears the bad end of a process.

use super::Worker;
use crate::case::Profile;
use crate::runner::conversation::{End, Subject};
use crate::runner::decision::Decision;

impl Worker<'_, '_> {
    /// Ends a conversation that came to a bad end, and finds out which case bears it.
    ///
    /// With one case under way it is that one. With more, each is asked alone; those that end the process again bear
    /// it. If none does, the oldest bears it, and its note says so.
    pub(super) fn part(&mut self, end: &End, profile: Profile) {
        let Some((suspects, trouble)) = self.take_leave(end) else {
            return;
        };
        let cases: Vec<usize> = suspects.into_iter().filter_map(Subject::case).collect();
        match cases.as_slice() {
            [] => {}
            [case] => self.decide(*case, trouble),
            [oldest, ..] => {
                let oldest = *oldest;
                let reason = format!(
                    "{} requests were under way and none does this alone; laid on the oldest",
                    cases.len()
                );
                if !self.ask_alone(cases, profile) {
                    self.decide(oldest, trouble.because(&reason));
                }
            }
        }
    }

    /// Asks each case alone. True if one of them came to a bad end again, or the run came to one.
    fn ask_alone(&mut self, cases: Vec<usize>, profile: Profile) -> bool {
        let mut is_found = false;
        for case in cases {
            if self.is_beyond(case) {
                continue;
            }
            if !self.come_up(profile) {
                let Some(decision) = self.given_up.clone() else {
                    return true;
                };
                self.decide(case, decision);
                is_found = true;
                continue;
            }
            if let Some(mut conversation) = self.live.take() {
                self.ask(&mut conversation, case);
                self.live = Some(conversation);
            }
            while self.is_waiting() {
                match self.listen() {
                    Ok(()) => {}
                    Err(End::Interrupted) => {
                        self.abandon();
                        return true;
                    }
                    Err(end) => {
                        if let Some((_, trouble)) = self.take_leave(&end) {
                            self.decide(case, trouble);
                        }
                        is_found = true;
                    }
                }
            }
        }
        is_found
    }

    /// Ends the process that runs. What was under way, and what its end comes to for those that bear it.
    pub(super) fn take_leave(&mut self, end: &End) -> Option<(Vec<Subject>, Decision)> {
        let conversation = self.live.take()?;
        let suspects = conversation.under_way();
        self.next_id = conversation.next_id();
        let remains = conversation.close();
        let options = self.plan.options;
        let trouble = Decision::of_end(end, &remains, options);
        self.note(remains);
        Some((suspects, trouble))
    }
}
