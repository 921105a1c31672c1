//! What the reference replies to every case of the suite, for the tests that hold what it tells.

use std::path::Path;
use std::time::Duration;

use recovery_conformance::corpus::Suite;
use recovery_conformance::runner::{self, Options};
use recovery_mutants::in_process::{InProcess, reference};

/// Each case by its id, with the line of the reply; each step of a session by the id of its case and its number.
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
    let replies = run.results.into_iter().flat_map(|(case, decision)| {
        let reply = decision.and_then(|decision| decision.reply).unwrap();
        let lines: Vec<_> = reply.lines().map(str::to_owned).collect();
        let is_one = lines.len() == 1;
        let id = move |step| {
            if is_one {
                case.id.clone()
            } else {
                format!("{}/{step:02}", case.id)
            }
        };
        let numbered = lines.into_iter().enumerate();
        numbered.map(move |(step, line)| (id(step), line))
    });
    replies.collect()
}
