//! The counter, in every course of eight events, against a count of its own (REQ SES-2).
//!
//! What a call is answered with is told by kind: of seven, those five that fit a regular call, or those three that
//! fit a repair call. A response to a repair call is a refused answer, and an answer to a regular call an invalid
//! response: both are walked under that name.

use response_recovery::session::{Command, StopReason};

use super::{Course, ELIGIBLE, FENCED, INVALID, POLICY, REFUSED, REPAIRED, VALID, contract};

/// As little as possible to check and to put into a prompt: it is done for every course.
const CONTRACT: &str = r#"{"contract": 1, "phase": "investigation",
  "schema": {"type": "object", "properties": {
    "changes": {"type": "array", "items": {"type": "string"}}}},
  "positions": {"repairable": ["/changes"]}, "tools": {"look": {"effect": "read"}}}"#;

/// How many events a course has. The 161,698 courses of eight take most of a minute without optimization, so those are
/// walked by `cargo test --release -p response-recovery --test it the_counter`, and those of six by any other test run.
const LENGTH: usize = if cfg!(debug_assertions) { 6 } else { 8 };

/// With three invalid responses at most, and two tries a call.
const LIMIT: u64 = 3;
const TRIES: u64 = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    Valid,
    Fenced,
    Invalid,
    Eligible,
    Repaired,
    Refused,
    Lost,
}

/// The count as SES-2 and TRN-1 have it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Count {
    invalid: u64,
    lost: u64,
    repairs: bool,
    stopped: Option<StopReason>,
}

impl Count {
    fn after(&self, told: Told) -> Self {
        let &Self {
            invalid,
            lost,
            repairs,
            ..
        } = self;
        let counted = |invalid, repairs| Self {
            invalid,
            lost: 0,
            repairs: repairs && invalid < LIMIT,
            stopped: (invalid == LIMIT).then_some(StopReason::InvalidResponseLimit),
        };
        match told {
            Told::Valid | Told::Fenced | Told::Repaired => counted(0, false),
            Told::Invalid | Told::Refused => counted(invalid + 1, false),
            Told::Eligible => counted(invalid + 1, true),
            Told::Lost => Self {
                invalid,
                lost: lost + 1,
                repairs,
                stopped: (lost + 1 == TRIES).then_some(StopReason::TransportExhausted),
            },
        }
    }

    fn fitting(&self) -> &'static [Told] {
        if self.repairs {
            &[Told::Repaired, Told::Refused, Told::Lost]
        } else {
            &[
                Told::Valid,
                Told::Fenced,
                Told::Invalid,
                Told::Eligible,
                Told::Lost,
            ]
        }
    }
}

fn tell(course: &mut Course, told: Told) {
    match told {
        Told::Valid => course.step(VALID),
        Told::Fenced => course.step(FENCED),
        Told::Invalid => course.step(INVALID),
        Told::Eligible => course.step(ELIGIBLE),
        Told::Repaired => course.step(REPAIRED),
        Told::Refused => course.step(REFUSED),
        Told::Lost => course.lose(),
    };
}

fn walk(course: &Course, count: &Count, way: &mut Vec<Told>) -> usize {
    let state = course.session.state();
    assert_eq!(state.invalid_responses, count.invalid, "{way:?}");
    assert_eq!(state.stopped, count.stopped, "{way:?}");
    if count.stopped.is_some() {
        assert!(matches!(course.open, Command::Stop(_)), "{way:?}");
        return 1;
    }
    let asks = match &course.open {
        Command::Call(call) => call.kind.name(),
        other => panic!("{way:?}: {other:?}"),
    };
    assert_eq!(
        asks,
        if count.repairs { "repair" } else { "regular" },
        "{way:?}"
    );
    if way.len() == LENGTH {
        return 1;
    }
    let mut nodes = 1;
    for told in count.fitting() {
        let mut next = course.clone();
        tell(&mut next, *told);
        way.push(*told);
        nodes += walk(&next, &count.after(*told), way);
        way.pop();
    }
    nodes
}

#[test]
fn the_counter_is_that_of_ses_2_in_every_course() {
    let count = Count {
        invalid: 0,
        lost: 0,
        repairs: false,
        stopped: None,
    };
    let nodes = walk(
        &Course::begin(&contract(CONTRACT), POLICY),
        &count,
        &mut Vec::new(),
    );
    println!("{nodes} courses of at most {LENGTH} events");
    assert!(nodes > 5_000, "{nodes}");
}

#[test]
fn with_a_limit_of_one_no_repair_is_asked_for() {
    let policy = r#"{"response_recovery_version": 1, "max_invalid_responses": 1}"#;
    for answer in [ELIGIBLE, INVALID] {
        let mut course = Course::begin(&contract(CONTRACT), policy);
        course.step(answer);
        assert_eq!(course.stopped(), Some(StopReason::InvalidResponseLimit));
    }
}
