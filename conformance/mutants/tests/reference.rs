//! The reference passes the whole suite, in this process: so that a change in its source is found without a process.

use std::path::Path;
use std::time::Duration;

use recovery_conformance::corpus::Suite;
use recovery_conformance::explore::{self, explore};
use recovery_conformance::runner::{self, Options};
use recovery_mutants::in_process::{InProcess, reference};
use recovery_reports::Verdict;

/// How long a reply may take: far more than it ever does, so that a busy machine fails no test.
const TIMEOUT: Duration = Duration::from_secs(20);

#[test]
fn the_reference_passes_every_written_case() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let suite = Suite::load(&corpus).unwrap();
    let cases: Vec<_> = suite.cases.iter().collect();
    let launcher = InProcess::new("reference", reference);
    let options = Options {
        timeout: TIMEOUT,
        ends_run: Some(&|_, verdict| verdict != Verdict::Pass),
        ..Options::default()
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
        generated: 16,
        seed: 7,
        max_shrink: 0,
        timeout: TIMEOUT,
        growth: false,
        ends_run: Some(&|_, _| true),
        ..explore::Options::default()
    };
    let exploration = explore(&launcher, &options).unwrap();
    let wrong = exploration.counterexamples.iter();
    let wrong: Vec<_> = wrong.map(|counterexample| &counterexample.id).collect();
    assert_eq!(wrong, [""; 0]);
    for property in &exploration.properties {
        assert_eq!(property.judged, options.generated, "{}", property.name);
    }
}
