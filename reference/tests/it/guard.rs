//! The guard as a whole: no small run writes on anything but valid outputs, whatever its order (REQ GRD-5); no beginning of
//! any body panics it; and nothing that it says shows text of one (REQ VAL-4, GRD-8).

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use response_recovery::guard::{
    Course, GuardContract, Output, Received, Run, Step, Verdict, guard,
};

use crate::samples;

/// The steps that runs are made of, and how long runs are at most.
const STEPS: [Kind; 7] = [
    Kind::Valid,
    Kind::Corrupt,
    Kind::Failed,
    Kind::Write { rests: None },
    Kind::Write { rests: Some(0) },
    Kind::WriteCorrupt,
    Kind::Think,
];
const LONGEST: u32 = if cfg!(debug_assertions) { 4 } else { 5 };

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Valid,
    Corrupt,
    Failed,
    /// A write that rests on the step of this number, or on all calls before it.
    Write {
        rests: Option<usize>,
    },
    /// A write that rests on nothing, and of which a corrupt output tells.
    WriteCorrupt,
    Think,
}

impl Kind {
    /// The step as a run has it.
    fn text(self) -> String {
        let output = |status: u16, body: &str| {
            format!(
                r#"{{"transport":"ok","status":{status},"content_type":"application/json","body_base64":"{}"}}"#,
                STANDARD.encode(body)
            )
        };
        let call = |output| format!(r#"{{"call":"r","outputs":[{output}]}}"#);
        match self {
            Self::Valid => call(output(200, "{}")),
            Self::Corrupt => call(output(200, "CANARY-1")),
            Self::Failed => call(output(500, "CANARY-2")),
            Self::Write { rests: None } => r#"{"write":"w"}"#.to_owned(),
            Self::Write { rests: Some(step) } => {
                format!(r#"{{"write":"w","depends_on":[{step}]}}"#)
            }
            Self::WriteCorrupt => format!(
                r#"{{"write":"w","depends_on":[],"output":{}}}"#,
                output(200, "CANARY-3")
            ),
            Self::Think => r#"{"think":true}"#.to_owned(),
        }
    }
}

/// Whether the write in this place may be made: GRD-5 once more, read from the steps before it alone.
fn may_write(before: &[Kind], write: Kind) -> bool {
    let made = |place: usize| {
        let write = before[place];
        may_write(&before[..place], write)
    };
    let is_corrupt = |place: usize| match before[place] {
        Kind::Corrupt => true,
        Kind::WriteCorrupt => made(place),
        _ => false,
    };
    // Whether the run ends there or only its writes do, no write comes after a corrupt output.
    if (0..before.len()).any(is_corrupt) {
        return false;
    }
    match write {
        Kind::Write { rests: None } => !before.contains(&Kind::Failed),
        Kind::Write { rests: Some(step) } => before.get(step) == Some(&Kind::Valid),
        _ => true,
    }
}

fn run(kinds: &[Kind], goes_on: bool) -> Run {
    let policy = if goes_on { "block_writes" } else { "stop" };
    let steps: Vec<String> = kinds.iter().map(|kind| kind.text()).collect();
    let text = format!(
        r#"{{"contracts":{{"r":{{"tool":"r","effect":"read"}},"w":{{"tool":"w","effect":"write"}}}},"policy":{{"on_corruption":"{policy}"}},"steps":[{}]}}"#,
        steps.join(",")
    );
    Course::read(&text).unwrap().play()
}

#[test]
fn every_small_run_writes_where_it_may_and_nowhere_else() {
    let mut runs = 0;
    for length in 1..=LONGEST {
        for number in 0..STEPS.len().pow(length) {
            let digits = (0..length).map(|place| number / STEPS.len().pow(place) % STEPS.len());
            let kinds: Vec<Kind> = digits.map(|digit| STEPS[digit]).collect();
            for goes_on in [false, true] {
                let run = run(&kinds, goes_on);
                for (place, (kind, step)) in kinds.iter().zip(run.steps()).enumerate() {
                    let is_write = matches!(kind, Kind::Write { .. } | Kind::WriteCorrupt);
                    let is_allowed = match step {
                        Step::Written(written) => written.is_allowed,
                        _ => false,
                    };
                    let due = is_write && may_write(&kinds[..place], *kind);
                    assert_eq!(is_allowed, due, "{kinds:?} {place} {goes_on}");
                }
                let told = format!("{} {run:?}", run.to_json());
                assert!(!told.contains("CANARY"), "{told}");
                runs += 1;
            }
        }
    }
    println!("{runs} runs");
}

/// The contracts of the guard in the corpus.
fn contracts() -> Vec<GuardContract> {
    let files = fs::read_dir(samples::corpus("contracts")).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let guards = files.filter(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("guard-")
    });
    guards
        .map(|path| GuardContract::compile(&fs::read_to_string(path).unwrap()).unwrap())
        .collect()
}

/// Bodies, and what is no text: each is cut at every byte, and has a canary put behind every byte.
const BODIES: [&[u8]; 6] = [
    br#"{"user_id": "u-1", "plan": "pro", "quota": 250}"#,
    br#"{"version": 2, "results": [{"id": "a"}]}"#,
    br#"{"status": "active", "deleted_at": "2026-01-01"}"#,
    b"<html>busy</html>",
    b"\xef\xbb\xbf{\"\xff\": 1e999999999}",
    b"[[[[\"\\ud83d\"]]]]",
];

fn told(contract: &GuardContract, body: &[u8]) -> Option<String> {
    let output = Output::Received(Received {
        status: 200,
        content_type: Some("application/json".into()),
        body: body.into(),
    });
    let verdict = guard(contract, &output);
    let told = format!("{verdict:?} {}", verdict.to_json());
    (!matches!(verdict, Verdict::Valid(_))).then_some(told)
}

#[test]
fn any_beginning_of_a_body_is_judged_and_nothing_of_a_corrupt_one_is_shown() {
    let contracts = contracts();
    assert!(contracts.len() > 5, "the corpus has contracts of the guard");
    let mut corrupt = 0;
    for body in BODIES {
        for end in 0..=body.len() {
            let planted = [&body[..end], b"CANARY-7", &body[end..]].concat();
            for contract in &contracts {
                told(contract, &body[..end]);
                if let Some(told) = told(contract, &planted) {
                    assert!(!told.contains("CANARY"), "{told}");
                    corrupt += 1;
                }
            }
        }
    }
    assert!(
        corrupt > 1_000,
        "canaries were planted: {corrupt} corrupt bodies"
    );
}
