//! The reference passes generated scenes of every kind, in this process.

use std::collections::BTreeMap;
use std::time::Duration;

use recovery_conformance::case::{Case, Profile};
use recovery_conformance::generate::{self, Choices, Seeded};
use recovery_conformance::runner::{self, Options};
use recovery_mutants::in_process::{InProcess, reference};
use recovery_reports::Verdict;

/// Scenes of each generator and profile.
const COUNT: u64 = 100;

/// The cases of all scenes, with names of their own for cases and contracts.
fn cases() -> (Vec<Case>, BTreeMap<String, String>) {
    let (mut cases, mut contracts) = (Vec::new(), BTreeMap::new());
    for profile in [Profile::Parse, Profile::Normalize] {
        for (name, generate) in generate::ALL {
            for number in 0..COUNT {
                let mut source = Seeded::new(3, name, number);
                let mut scene = generate(profile, &mut Choices::new(&mut source, number));
                scene.rename_contracts(|contract| format!("{name}-{number}-{contract}"));
                for (index, mut case) in scene.cases.into_iter().enumerate() {
                    case.id = format!("{profile}/{name}-{number}-{index}");
                    cases.push(case);
                }
                contracts.extend(scene.contracts);
            }
        }
    }
    (cases, contracts)
}

#[test]
fn the_reference_passes_every_generated_case() {
    let (cases, contracts) = cases();
    let cases: Vec<_> = cases.iter().collect();
    let launcher = InProcess::new("reference", reference);
    let options = Options {
        timeout: Duration::from_secs(20),
        ..Options::default()
    };
    let run = runner::run(&launcher, &cases, &contracts, &options).unwrap();
    let failures = run.results.iter().filter_map(|(case, decision)| {
        let verdict = decision.as_ref().map(|decision| decision.verdict);
        let note = decision.as_ref().and_then(|decision| decision.note.clone());
        (verdict != Some(Verdict::Pass)).then_some((verdict, note, case))
    });
    let wrong: Vec<_> = failures.collect();
    let by_class = wrong
        .iter()
        .fold(BTreeMap::new(), |mut counts, (.., case)| {
            *counts.entry(&case.class).or_insert(0) += 1;
            counts
        });
    let smallest = wrong
        .iter()
        .min_by_key(|(.., case)| case.response().map(str::len));
    assert!(wrong.is_empty(), "{by_class:#?} {smallest:#?}");
    assert_eq!(run.judged().count(), cases.len());
}
