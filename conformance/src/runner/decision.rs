//! What one case came to, with all that a report shows of it.

use std::collections::BTreeMap;

use recovery_reports::report::Got;
use recovery_reports::{Difference, Text, Verdict, Visibility};

use super::conversation::End;
use super::handshake::HandshakeError;
use super::plan::Options;
use crate::case::Case;
use crate::child::MAX_LINE_BYTES;
use crate::dialogue::Dialogue;
use crate::explain;
use crate::implementation::Remains;
use crate::judge::session::Flaw;
use crate::judge::{Fault, judge};
use crate::protocol::Reply;

/// What one case came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The verdict, before an expectations file is looked at.
    pub verdict: Verdict,
    /// Why. Holds no text of the response.
    pub note: Option<String>,
    /// The name of the fault, if a reply shows one.
    pub fault: Option<&'static str>,
    /// What came back.
    pub got: Got,
    /// How an accepted value differs from what was due.
    pub difference: Option<Difference>,
    /// The reply as it came, if replies are kept.
    pub reply: Option<String>,
    /// The requests of a dialogue that failed, or whose replies are kept, each as a line.
    pub requests: Vec<String>,
    /// The replies to these requests, each as it came; the last ones are missing where the dialogue broke off.
    pub replies: Vec<String>,
    /// Whether the run came to it without asking, so that it says nothing about the case itself.
    pub is_unsent: bool,
    /// The ids of the hangs in a row because of which the case was not sent, if that is why.
    pub behind: Vec<String>,
}

impl Decision {
    /// What the reply to a case comes to.
    pub(super) fn of_reply(
        case: &Case,
        contracts: &BTreeMap<String, String>,
        reply: &Reply<'_>,
        visibility: Visibility,
    ) -> Self {
        let answer = &reply.answer;
        match judge(case, contracts, answer) {
            Ok(()) => Self {
                got: explain::briefly(answer, visibility),
                ..Self::bare(Verdict::Pass, None)
            },
            Err(fault) => Self {
                got: explain::fully(answer, visibility),
                difference: explain::difference(case, answer, visibility),
                ..Self::of_fault(&fault)
            },
        }
    }

    /// What a dialogue comes to in which this is the worst that is wrong.
    pub(super) fn of_dialogue(
        dialogue: &Dialogue<'_>,
        flaw: Option<&Flaw>,
        visibility: Visibility,
    ) -> Self {
        let Some(Flaw { step, fault }) = flaw else {
            let mut decision = Self::bare(Verdict::Pass, None);
            "led".clone_into(&mut decision.got.outcome);
            return decision;
        };
        let mut decision = Self::of_fault(fault);
        if let Some(step) = step {
            decision = decision.because(&format!("step {step}"));
        }
        decision.got.step = *step;
        decision.got.line = dialogue.reply_to(*step).map(|line| visibility.text(line));
        decision
    }

    /// What a fault comes to that no reply shows.
    pub(super) fn of_fault(fault: &Fault) -> Self {
        Self {
            fault: Some(fault.name()),
            ..Self::bare(fault.verdict(), Some(fault.to_string()))
        }
    }

    /// What a line comes to that is no reply.
    pub(super) fn of_garbage(fault: &Fault, line: &str, visibility: Visibility) -> Self {
        let mut decision = Self::of_fault(fault);
        decision.got.line = Some(visibility.text(line));
        decision
    }

    /// What the end of a process comes to for the case that bears it.
    pub(super) fn of_end(end: &End, remains: &Remains, options: &Options<'_>) -> Self {
        let (timeout, visibility) = (options.timeout, options.visibility);
        let mut decision = match end {
            End::Crash | End::Interrupted => {
                let status = remains.status.as_deref();
                let how = status.unwrap_or("it closed its output and had to be ended");
                Self::bare(Verdict::Crash, Some(format!("the process ended: {how}")))
            }
            End::Hang => Self::bare(Verdict::Hang, Some(format!("no reply within {timeout:?}"))),
            End::Overlong(start) => {
                return Self::of_garbage(&Fault::Overlong(MAX_LINE_BYTES), start, visibility);
            }
        };
        let said = remains.standard_error.trim();
        if !said.is_empty() {
            decision.got.standard_error =
                Some(if options.keep_replies && visibility == Visibility::Shown {
                    Text::Whole(said.to_owned())
                } else {
                    visibility.end(said)
                });
        }
        decision
    }

    /// What a case comes to that was not sent.
    pub(crate) fn unsent(verdict: Verdict, why: impl Into<String>) -> Self {
        Self {
            is_unsent: true,
            ..Self::bare(verdict, Some(format!("not sent: {}", why.into())))
        }
    }

    /// What a case comes to that was not sent because these, in a row, hung.
    pub(super) fn behind_hangs(hung: Vec<String>) -> Self {
        Self {
            is_unsent: true,
            behind: hung,
            ..Self::bare(
                Verdict::Hang,
                Some("not sent after three hangs in a row".to_owned()),
            )
        }
    }

    /// What a case comes to whose implementation does not come up again.
    pub(crate) fn given_up(starts: usize, error: &HandshakeError) -> Self {
        let why = error.brief();
        Self {
            is_unsent: true,
            ..Self::bare(
                error.verdict(),
                Some(format!(
                    "the implementation does not come up again: started {starts} times in a row in vain: {why}"
                )),
            )
        }
    }

    /// The same, borne by a case for a reason that the note begins with.
    pub(super) fn because(mut self, reason: &str) -> Self {
        self.note = Some(match self.note {
            Some(note) => format!("{reason}: {note}"),
            None => reason.to_owned(),
        });
        self
    }

    fn bare(verdict: Verdict, note: Option<String>) -> Self {
        Self {
            verdict,
            note,
            fault: None,
            got: Got::default(),
            difference: None,
            reply: None,
            requests: Vec::new(),
            replies: Vec::new(),
            is_unsent: false,
            behind: Vec::new(),
        }
    }
}
