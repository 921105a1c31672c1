//! What the reference replies to every case of the suite, for the tests that hold what it tells.

use std::path::Path;
use std::time::Duration;

use recovery_conformance::corpus::Suite;
use recovery_conformance::runner::{self, Options};
use recovery_mutants::in_process::{InProcess, reference};

/// Each case by its id, with the line of the reply.
pub(crate) fn replies() -> Vec<(String, String)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let suite = Suite::load(&corpus).unwrap();
    let cases: Vec<_> = suite.cases.iter().collect();
    let launcher = InProcess::new("reference", reference);
    let options = Options {
        timeout: Duration::from_secs(20),
        keep_replies: true,
        ..Options::default()
    };
    let run = runner::run(&launcher, &cases, &suite.contracts, &options).unwrap();
    let replies = run.results.into_iter().map(|(case, decision)| {
        let reply = decision.and_then(|decision| decision.reply);
        (case.id.clone(), reply.unwrap())
    });
    replies.collect()
}
