//! Scenes of profile `session`: sessions whose every step is due by a model of section 9.

mod answer;
mod bindings;
mod desk;
mod model;
mod play;
mod policy;
mod response;
#[cfg(test)]
mod tests;

use super::{CONTRACT, Choices, Scene};
use crate::case::{Case, Happening, Script, Step, StepExpectation};

use desk::Desk;
use model::{Open, Policy};
use play::Play;
use response::Kind;

/// What a path in the tree of interleavings is made of.
const INTERLEAVED: [Event; 7] = [
    Event::Valid,
    Event::Fenced,
    Event::Invalid,
    Event::Eligible,
    Event::Repaired,
    Event::RepairRefused,
    Event::TransportError,
];

/// How long a path in the tree is, at most.
const LONGEST: u32 = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    Valid,
    Fenced,
    Invalid,
    Eligible,
    Repaired,
    RepairRefused,
    TransportError,
}

/// Any session: events that fit, events that do not, resumes that are taken and such as are refused; sometimes one that
/// does not open.
pub(super) fn course(choices: &mut Choices<'_>) -> Scene {
    if choices.one_in(8) {
        return unopened(choices);
    }
    let mut play = opened(choices);
    while choices.more(play.steps.len(), 14) {
        match choices.upto(7) {
            0..5 => play.go_on(choices),
            5 => play.misfit(choices),
            6 => play.spoilt(choices),
            _ => play.resume(choices),
        }
        if play.is_over() {
            // What comes after a stop is refused.
            if choices.one_in(2) {
                play.misfit(choices);
            }
            if choices.one_in(2) {
                play.resume(choices);
            }
            break;
        }
    }
    let case = play.case(&[
        "SES-1", "SES-2", "SES-3", "SES-5", "SES-6", "HNT-1", "TRN-1", "AUD-1",
    ]);
    scene(&play, vec![case])
}

/// A session, and the same with resumes between its events (REQ SES-4).
pub(super) fn resumed(choices: &mut Choices<'_>) -> Scene {
    let mut play = opened(choices);
    while !play.is_over() && choices.more(play.steps.len(), 10) {
        play.go_on(choices);
    }
    let cases = vec![play.case(&["SES-4"]), play.resumed(choices)];
    scene(&play, cases)
}

/// One interleaving of the seven kinds of events, up to a length: the one that is the scene's own number in the tree of
/// all of them, so that as many scenes as there are interleavings are all of them (REQ SES-2).
pub(super) fn interleaved(choices: &mut Choices<'_>) -> Scene {
    let path = interleaving(choices.scene());
    // An output that ends the session would cut the interleaving short.
    let mut desk = Desk::draw(choices);
    desk.has_outputs = false;
    let policy = Policy {
        version: 1,
        ..policy::any(choices)
    };
    let mut play = Play::open(desk, policy, choices);
    for event in path {
        play.event(event, choices);
    }
    let case = play.case(&["SES-2", "SES-3"]);
    scene(&play, vec![case])
}

/// The interleaving of a number: first those of length 1, then those of length 2, and so on, and then again.
fn interleaving(number: u64) -> Vec<Event> {
    let kinds = INTERLEAVED.len() as u64;
    let all: u64 = (1..=LONGEST).map(|length| kinds.pow(length)).sum();
    let mut number = number % all;
    let mut length = 1;
    while number >= kinds.pow(length) {
        number -= kinds.pow(length);
        length += 1;
    }
    (0..length)
        .map(|_| {
            let event = usize::try_from(number % kinds).unwrap_or_default();
            number /= kinds;
            INTERLEAVED[event]
        })
        .collect()
}

/// The same session under version 0 and under version 1, as long as nothing is normalized or repaired (REQ ACT-6).
pub(super) fn versions(choices: &mut Choices<'_>) -> Scene {
    let desk = Desk::draw(choices);
    let policy = policy::any(choices);
    let mut play = Play::open(
        desk.clone(),
        Policy {
            version: 0,
            ..policy.clone()
        },
        choices,
    );
    let mut kinds = Vec::new();
    while choices.more(kinds.len(), 3) {
        kinds.push(*choices.pick(&[Kind::Valid, Kind::Parse, Kind::Schema, Kind::Reference]));
    }
    for kind in &kinds {
        play.plain(*kind, choices);
    }
    let mut other = play.case(&["ACT-6"]);
    if let crate::case::Ask::Session(script) = &mut other.ask {
        script.policy = Some(policy::text(
            &Policy {
                version: 1,
                ..policy
            },
            choices,
        ));
    }
    scene(&play, vec![play.case(&["ACT-6"]), other])
}

/// Two sessions under one contract and policy, each with a course of its own: where they come to the same bindings,
/// notice and hint they give the same prompt (REQ SES-3).
pub(super) fn two(choices: &mut Choices<'_>) -> Scene {
    let first = opened(choices);
    let mut second = first.again();
    let mut first = first;
    for play in [&mut first, &mut second] {
        while !play.is_over() && choices.more(play.steps.len(), 8) {
            play.go_on(choices);
        }
    }
    let cases = vec![first.case(&["SES-3"]), second.case(&["SES-3"])];
    scene(&first, cases)
}

/// A session that does not open, since its policy is missing or refused (REQ ACT-3, ACT-4).
fn unopened(choices: &mut Choices<'_>) -> Scene {
    let play = opened(choices);
    let (policy, error) = if choices.one_in(4) {
        (None, crate::case::SessionError::PolicyMissing)
    } else {
        let (policy, error) = policy::refused(choices);
        (Some(policy), error)
    };
    let script = Script {
        contract: CONTRACT.to_owned(),
        policy,
        steps: vec![Step {
            happening: Happening::Open,
            expect: StepExpectation::Error(vec![error]),
        }],
    };
    let case = play::case(script, "policy-refused".to_owned(), &["ACT-3", "ACT-4"]);
    scene(&play, vec![case])
}

fn opened(choices: &mut Choices<'_>) -> Play {
    let desk = Desk::draw(choices);
    let policy = policy::any(choices);
    Play::open(desk, policy, choices)
}

impl Play {
    /// One event of an interleaving. An action has its result before a call is answered; an answer to a repair call to
    /// which none is open is one that does not fit, and so is a response of another kind while one is.
    fn event(&mut self, event: Event, choices: &mut Choices<'_>) {
        if matches!(self.model.open, Open::Action { .. }) {
            self.result(choices);
        }
        let is_repair = matches!(
            self.model.open,
            Open::Call {
                repair: Some(_),
                ..
            }
        );
        let kind = match event {
            Event::Valid => Kind::Valid,
            Event::Fenced => Kind::Fenced,
            Event::Invalid => Kind::Parse,
            Event::Eligible => Kind::OneForMany,
            Event::Repaired | Event::RepairRefused if is_repair => {
                return self.answer(event == Event::Repaired, choices);
            }
            Event::TransportError if !self.is_over() => return self.transport_error(choices),
            _ => return self.misfit(choices),
        };
        match self.model.open {
            Open::Nothing => self.misfit(choices),
            // To a repair call each of these is an answer that is refused.
            Open::Call {
                repair: Some(_), ..
            } => self.answer(false, choices),
            _ => self.respond(kind, choices),
        }
    }

    /// One event that is neither normalized nor repaired.
    fn plain(&mut self, kind: Kind, choices: &mut Choices<'_>) {
        match self.model.open {
            Open::Nothing => {}
            Open::Action { .. } => self.result(choices),
            Open::Call { .. } => self.respond(kind, choices),
        }
    }
}

fn scene(play: &Play, cases: Vec<Case>) -> Scene {
    Scene::new(play.contract(), cases).with_other(play.other_contract())
}
