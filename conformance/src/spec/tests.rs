//! A small sound specification, and one planted fault at a time: each must be told with file, line and number.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::{Checked, Spec, SpecFaults, check, write};
use crate::case::Case;

const SPEC: &str = "\
# The specification

> - **ABC-1** (MUST) an example of the form, no requirement.

- **FEN-1** (MUST) A fence goes. Source: „Ein Block wird entfernt.“ Tests:
- **FEN-3** (MAY) Tildes. Source: policy. Tests: an old list
- **NRM-2** (MUST NOT) Twice is once. Source: policy. Stand-in: `rules::tests::twice_is_once` (reject side): a case is one response. Tests:

| NRM-2 | a row of a table |

- **REP-1** (MUST) A call. Source: „Ein Aufruf.“ Planned.
";

/// A specification with its sources, in a folder of its own.
struct Repository {
    folder: TempDir,
    cases: Vec<Case>,
}

impl Repository {
    fn sound() -> Self {
        let repository = Self {
            folder: tempfile::tempdir().unwrap(),
            cases: vec![
                case("fence/plain", "FEN-1", "must", ACCEPTED),
                case("fence/crlf", "FEN-1", "must", ACCEPTED),
                case("fence/open", "FEN-1", "must", REJECTED),
                case("odd/open", "FEN-1", "must", REJECTED),
                case("fence/tilde", "FEN-3", "may", ACCEPTED),
                case("norm/again", "NRM-2", "must", ACCEPTED),
            ],
        };
        fs::create_dir(repository.folder.path().join("src")).unwrap();
        let source = "mod tests {\n    #[test]\n    fn twice_is_once() {}\n}\n";
        fs::write(repository.folder.path().join("src/rules.rs"), source).unwrap();
        fs::write(repository.spec(), SPEC).unwrap();
        repository.write().unwrap();
        repository
    }

    fn spec(&self) -> PathBuf {
        self.folder.path().join("SPEC.md")
    }

    fn text(&self) -> String {
        fs::read_to_string(self.spec()).unwrap()
    }

    fn replace(&self, from: &str, to: &str) {
        let text = self.text();
        assert_eq!(text.matches(from).count(), 1, "{from:?}");
        fs::write(self.spec(), text.replace(from, to)).unwrap();
    }

    fn check(&self) -> Result<Checked, SpecFaults> {
        check(&self.spec(), &self.cases)
    }

    fn write(&self) -> Result<Checked, SpecFaults> {
        write(&self.spec(), &self.cases)
    }

    /// Expects one finding, at the place, by a message that holds `what`.
    #[track_caller]
    fn tells(&self, place: &str, what: &str) {
        let faults = self.check().unwrap_err();
        let told = faults.to_string();
        assert_eq!(faults.0.len(), 1, "{told}");
        assert!(
            told.starts_with(&format!("{}:{place}: ", self.spec().display())),
            "{told}"
        );
        assert!(told.contains(what), "{told}");
    }
}

const ACCEPTED: &str = r#"{"outcome":"accepted","value_text":"1"}"#;
const REJECTED: &str = r#"{"outcome":"rejected","reasons":["parse"]}"#;

fn case(id: &str, requirement: &str, level: &str, expect: &str) -> Case {
    let line = format!(
        r#"{{"id":"{id}","profile":"parse","requirements":["{requirement}"],"level":"{level}","response":"1","expect":{expect}}}"#
    );
    Case::from_line(&line).unwrap()
}

#[test]
fn a_sound_specification_has_no_finding_and_tells_what_is_still_to_be_built() {
    let checked = Repository::sound().check().unwrap();
    assert_eq!(checked.built, ["FEN-1", "FEN-3", "NRM-2"]);
    assert_eq!(checked.planned, ["REP-1"]);
    assert_eq!(checked.stand_ins, 1);
}

#[test]
fn the_links_are_written_with_the_counts_of_each_side() {
    let repository = Repository::sound();
    let text = repository.text();
    let tests: Vec<_> = text
        .lines()
        .filter_map(|line| line.split_once(" Tests:"))
        .map(|(_, tests)| tests)
        .collect();
    assert_eq!(
        tests,
        [
            " [fence](corpus/cases/fence.jsonl) (2 accepted, 1 rejected), [odd](corpus/cases/odd.jsonl) (1 rejected).",
            " [fence](corpus/cases/fence.jsonl) (1 may).",
            " [norm](corpus/cases/norm.jsonl) (1 accepted).",
        ]
    );
    let without_links = |text: &str| {
        let stated = text.lines().map(|line| {
            line.split_once(" Tests:")
                .map_or(line, |(stated, _)| stated)
                .to_owned()
        });
        stated.collect::<Vec<_>>()
    };
    assert_eq!(
        without_links(&text),
        without_links(SPEC),
        "nothing else is touched"
    );
    repository.write().unwrap();
    assert_eq!(repository.text(), text);
}

#[test]
fn a_stale_link_is_told_and_renewed() {
    let mut repository = Repository::sound();
    repository
        .cases
        .push(case("fence/more", "FEN-1", "must", ACCEPTED));
    repository.tells("5: FEN-1", "cargo xtask spec --write");
    repository.write().unwrap();
    repository.check().unwrap();
}

#[test]
fn a_side_without_a_case_is_told() {
    let mut repository = Repository::sound();
    repository.cases.retain(|case| !case.id.ends_with("open"));
    repository.write().unwrap_err();
    repository.tells("5: FEN-1", "has no case on the reject side");
    let mut repository = Repository::sound();
    repository.cases.retain(|case| case.id != "norm/again");
    repository.write().unwrap_err();
    repository.tells("7: NRM-2", "has no case on the accept side");
}

#[test]
fn a_may_case_tests_no_side_of_a_must() {
    let mut repository = Repository::sound();
    repository.cases.retain(|case| case.id != "norm/again");
    repository
        .cases
        .push(case("norm/again", "NRM-2", "may", ACCEPTED));
    repository.write().unwrap_err();
    repository.tells("7: NRM-2", "has no case on the accept side");
}

#[test]
fn a_may_requirement_without_a_case_lacks_both_sides() {
    let mut repository = Repository::sound();
    repository.cases.retain(|case| case.id != "fence/tilde");
    let told = repository.write().unwrap_err().to_string();
    assert!(
        told.contains("FEN-3: has no case on the accept side"),
        "{told}"
    );
    assert!(
        told.contains("FEN-3: has no case on the reject side"),
        "{told}"
    );
}

#[test]
fn a_stand_in_names_a_test_that_is_there() {
    let repository = Repository::sound();
    repository.replace("twice_is_once", "twice_is_twice");
    repository.tells("7: NRM-2", "`rules::tests::twice_is_twice` names no test");
    let repository = Repository::sound();
    fs::write(
        repository.folder.path().join("src/rules.rs"),
        "mod tests {\n    fn twice_is_once() {}\n}\n",
    )
    .unwrap();
    repository.tells("7: NRM-2", "`rules::tests::twice_is_once` names no test");
}

#[test]
fn a_stand_in_beside_a_case_is_told() {
    let repository = Repository::sound();
    repository.replace("(reject side)", "(accept side)");
    let told = repository.check().unwrap_err().to_string();
    assert!(
        told.contains("7: NRM-2: the accept side has a case, so the stand-in"),
        "{told}"
    );
    assert!(
        told.contains("7: NRM-2: has no case on the reject side"),
        "{told}"
    );
}

#[test]
fn a_stand_in_has_its_form() {
    for (from, to) in [
        ("(reject side)", "(other side)"),
        ("(reject side)", "(reject)"),
        (": a case is one response. Tests", ": Tests"),
        (
            "`rules::tests::twice_is_once`",
            "rules::tests::twice_is_once",
        ),
    ] {
        let repository = Repository::sound();
        repository.replace(from, to);
        repository.tells("7: NRM-2", "a stand-in reads");
    }
}

#[test]
fn a_planned_requirement_with_cases_is_built() {
    let mut repository = Repository::sound();
    repository
        .cases
        .push(case("repair/one", "REP-1", "must", REJECTED));
    repository.tells("11: REP-1", "is marked as planned, but 1 cases test it");
}

#[test]
fn a_requirement_has_its_form() {
    for (from, to, what) in [
        ("(MAY)", "(SHOULD)", "the level must be"),
        (
            " Source: policy. Tests: [fence]",
            " Tests: [fence]",
            "the source is missing",
        ),
    ] {
        let repository = Repository::sound();
        repository.replace(from, to);
        repository.tells("6: FEN-3", what);
    }
    let repository = Repository::sound();
    repository.replace("Ein Aufruf.“ Planned.", "Ein Aufruf.“");
    repository.tells("11: REP-1", "must end in ` Planned.`");
}

#[test]
fn a_number_is_given_once() {
    let repository = Repository::sound();
    repository.replace("- **FEN-3**", "- **FEN-1**");
    repository.tells("6: FEN-1", "already taken on line 5");
}

#[test]
fn a_text_without_requirements_is_told() {
    let repository = Repository::sound();
    fs::write(repository.spec(), "# Nothing\n").unwrap();
    let told = Spec::read(&repository.spec()).unwrap_err().to_string();
    assert!(told.contains("holds no requirement"), "{told}");
    fs::remove_file(repository.spec()).unwrap();
    assert!(
        Spec::read(&repository.spec())
            .unwrap_err()
            .to_string()
            .contains("cannot be read")
    );
}
