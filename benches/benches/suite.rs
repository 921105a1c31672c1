//! The whole written suite over the reference's child process: start, judging and report included.
#![expect(
    clippy::expect_used,
    reason = "a bench that cannot be set up measures nothing"
)]

use std::env;
use std::path::{Path, PathBuf};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use recovery_conformance::case::Case;
use recovery_conformance::child::ChildCommand;
use recovery_conformance::corpus::Suite;
use recovery_conformance::reporting::{Settings, report};
use recovery_conformance::reproduce::Reproducer;
use recovery_conformance::runner::{self, Options};
use recovery_reports::Visibility;
use recovery_reports::report::Outcome;

fn suite(criterion: &mut Criterion) {
    let corpus = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus"));
    let suite = Suite::load(corpus).expect("the corpus is sound");
    let adapter = adapter();
    let mut group = criterion.benchmark_group("suite");
    group.throughput(Throughput::Elements(suite.cases.len() as u64));
    group.sample_size(20);
    group.bench_function("reference", |bencher| {
        bencher.iter(|| assert_eq!(judge(&suite, &adapter), Outcome::Passed));
    });
    group.finish();
}

fn judge(suite: &Suite, adapter: &Path) -> Outcome {
    let command = adapter.display().to_string();
    let launcher = ChildCommand::parse(&command).expect("a path without spaces or quotes");
    let cases: Vec<&Case> = suite.cases.iter().collect();
    let options = Options::default();
    let run =
        runner::run(&launcher, &cases, &suite.contracts, &options).expect("the adapter starts");
    let reproducer = Reproducer {
        contracts: &suite.contracts,
        command: &command,
        harness: "cargo xtask conformance",
        visibility: Visibility::Shown,
    };
    let settings = Settings {
        fail_on: &[],
        expectations: None,
        expectations_file: "",
        reproducer,
        counterexamples: None,
    };
    let report = report(&run, suite, &settings, None);
    report.write(std::io::sink()).expect("nothing to fail");
    report.outcome
}

/// The adapter stands beside the bench, two folders up from its own program.
fn adapter() -> PathBuf {
    let bench = env::current_exe().expect("a program has a path");
    let folder = bench.ancestors().nth(2).expect("a target folder");
    let adapter = folder.join("recovery-reference-adapter");
    assert!(
        adapter.exists(),
        "build it first: cargo build --release -p recovery-adapter-reference"
    );
    adapter
}

criterion_group!(benches, suite);
criterion_main!(benches);
