//! The reference passes the whole suite, in this process: so that a change in its source is found without a process.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use recovery_adapter_reference::Adapter;
use recovery_conformance::corpus::Suite;
use recovery_conformance::explore::{self, explore};
use recovery_conformance::runner::{self, Options};
use recovery_conformance::selection::Selection;
use recovery_mutants::in_process::{InProcess, Program};
use recovery_reports::{Verdict, Visibility};

fn reference() -> Program {
    let mut adapter = Adapter::default();
    Box::new(move |line| adapter.answer(line.as_bytes()))
}

#[test]
fn the_reference_passes_every_written_case() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let suite = Suite::load(&corpus).unwrap();
    let cases: Vec<_> = suite.cases.iter().collect();
    let launcher = InProcess::new("reference", reference);
    let options = Options {
        profiles: None,
        jobs: NonZeroUsize::MIN,
        timeout: Duration::from_secs(20),
        visibility: Visibility::Shown,
        ends_run: Some(&|_, verdict| verdict != Verdict::Pass),
        keep_replies: false,
        interrupted: &AtomicBool::new(false),
        progress: &|_| {},
    };
    let run = runner::run(&launcher, &cases, &suite.contracts, &options).unwrap();
    let wrong: Vec<_> = run
        .verdicts()
        .filter(|(_, verdict)| *verdict != Verdict::Pass)
        .collect();
    assert_eq!(wrong, []);
    assert_eq!(run.verdicts().count(), cases.len());
}

#[test]
fn the_reference_passes_generated_cases() {
    let launcher = InProcess::new("reference", reference);
    let options = explore::Options {
        generated: 128,
        seed: 7,
        max_shrink: 0,
        profiles: None,
        jobs: NonZeroUsize::MIN,
        timeout: Duration::from_secs(20),
        visibility: Visibility::Shown,
        growth: false,
        selection: &Selection::default(),
        ends_run: Some(&|_, _| true),
        interrupted: &AtomicBool::new(false),
        progress: &|_| {},
    };
    let exploration = explore(&launcher, &options).unwrap();
    let wrong = exploration.counterexamples.iter();
    let wrong: Vec<_> = wrong.map(|counterexample| &counterexample.id).collect();
    assert_eq!(wrong, [""; 0]);
    for property in &exploration.properties {
        assert_eq!(property.judged, options.generated, "{}", property.name);
    }
}
