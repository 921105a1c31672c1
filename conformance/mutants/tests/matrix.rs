//! The matrix convicts whoever lets a mutant live.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Command;

use recovery_conformance::corpus::Suite;
use recovery_mutants::Mutant;
use recovery_mutants::matrix::{Fault, Matrix, Scenes, Subject};
use serde_json::Value;

/// The matrix of some programs over the cases of duplicate keys, of which these requirements must each convict one.
fn matrix(subjects: &[Subject], required: &[&str]) -> Matrix {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut suite = Suite::load(&corpus).unwrap();
    suite
        .cases
        .retain(|case| case.id.starts_with("duplicates/"));
    let required = required.iter().map(|id| (*id).to_owned());
    let scenes = Scenes {
        generated: 0,
        seed: 7,
    };
    Matrix::of(
        subjects,
        &suite,
        scenes,
        required.collect(),
        NonZeroUsize::MIN,
    )
    .unwrap()
}

fn mutant(name: &str) -> Subject {
    let mutant = Mutant::all().into_iter().find(|mutant| mutant.name == name);
    Subject::mutant(mutant.unwrap())
}

fn offences(subjects: &[Subject], required: &[&str]) -> Vec<String> {
    let offences = matrix(subjects, required).offences();
    offences.iter().map(ToString::to_string).collect()
}

#[test]
fn every_mutant_has_a_name_of_its_own_and_says_what_it_breaks() {
    let all = Mutant::all();
    let names: BTreeSet<_> = all.iter().map(|mutant| mutant.name).collect();
    assert_eq!(names.len(), all.len());
    let is_name = |name: &str| {
        name.bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    for mutant in all {
        assert!(is_name(mutant.name), "{}", mutant.name);
        assert!(mutant.mistake.ends_with('.'), "{}", mutant.name);
    }
}

#[test]
fn a_mutant_that_dies_for_what_it_breaks_and_a_reference_that_lives_are_no_offence() {
    let subjects = [Subject::reference(), mutant("last-duplicate-wins")];
    assert_eq!(offences(&subjects, &["PAR-2"]), [""; 0]);
}

#[test]
fn a_harmless_mutant_a_convicted_reference_and_a_requirement_without_a_kill_are_offences() {
    let harmless = Subject {
        name: "harmless",
        fault: Some(Fault {
            mistake: "Changes nothing.",
            breaks: "PAR-2",
        }),
        start: Subject::reference().start,
    };
    let faulty_reference = Subject {
        fault: None,
        ..mutant("first-duplicate-wins")
    };
    let elsewhere = Subject {
        fault: Some(Fault {
            mistake: "Keeps the last.",
            breaks: "FEN-1",
        }),
        ..mutant("last-duplicate-wins")
    };
    let offences = offences(
        &[harmless, faulty_reference, elsewhere],
        &["PAR-2", "FEN-2"],
    );
    let begins = [
        "duplicates/plain convicts the reference",
        "no written case convicts the mutant `harmless`",
        "no case of FEN-1, which the mutant `last-duplicate-wins` breaks",
        "no case of FEN-2 convicts any mutant",
    ];
    assert_eq!(offences.len(), begins.len(), "{offences:#?}");
    for (offence, begin) in offences.iter().zip(begins) {
        assert!(offence.starts_with(begin), "{offence}");
    }
}

#[test]
fn the_exit_status_tells_what_came_of_it() {
    let status = |arguments: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_recovery-mutants"));
        program.args(arguments).output().unwrap().status.code()
    };
    assert_eq!(status(&["matrix", "--only", "nobody"]), Some(2));
    assert_eq!(status(&["matrix", "--no-such-flag"]), Some(2));
    assert_eq!(status(&["survivors", "no/such/folder"]), Some(2));
}

#[test]
fn the_matrix_as_json_has_the_form_that_its_schema_says() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_recovery-mutants"));
    let flags = [
        "--generated",
        "0",
        "--only",
        "last-duplicate-wins",
        "--format",
        "json",
    ];
    let output = program.arg("matrix").args(flags).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let matrix: Value = serde_json::from_slice(&output.stdout).unwrap();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let schema = fs::read(corpus.join("schema/mutants.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&serde_json::from_slice(&schema).unwrap()).unwrap();
    let misfits: Vec<_> = schema
        .iter_errors(&matrix)
        .map(|misfit| misfit.to_string())
        .collect();
    assert_eq!(misfits, [""; 0]);
    let names: Vec<_> = matrix["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["name"])
        .collect();
    assert_eq!(names, ["reference", "last-duplicate-wins"]);
    assert_eq!(matrix["offences"], serde_json::json!([]));
}
