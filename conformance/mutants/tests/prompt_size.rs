//! The prompts of the reference over the fixtures of the corpus, measured in this process; and of one who adds a word.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use recovery_conformance::prompt_size::{
    BASELINE, Fixtures, HISTORY, Kept, KeptError, Prompts, ask, measure,
};
use recovery_conformance::runner::Options;
use recovery_mutants::in_process::{InProcess, Program, reference};
use recovery_reports::prompt_size::{Change, Entry, FLAGSHIP, PromptSizes};

/// How long a reply may take: far more than it ever does, so that a busy machine fails no test.
const TIMEOUT: Duration = Duration::from_secs(20);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn fixtures() -> Fixtures {
    Fixtures::read(&root().join("corpus")).unwrap()
}

fn measured(start: fn() -> Program) -> PromptSizes {
    let fixtures = fixtures();
    let launcher = InProcess::new("program", start);
    let options = Options {
        timeout: TIMEOUT,
        keep_replies: true,
        ..Options::default()
    };
    let asked = ask(&launcher, &fixtures, &options).unwrap();
    assert_eq!(asked.wrong, []);
    measure(&fixtures, &asked)
}

/// The reference, but for a text in its replies.
fn with(from: &'static str, to: &'static str) -> Program {
    let mut reference = reference();
    Box::new(move |line| reference(line).replace(from, to))
}

/// The right answer is taken, and the value is the one that the fixture states: `ask` judges that of each.
#[test]
fn the_prompts_of_the_reference_hold_all_that_they_must_and_are_small() {
    let sizes = measured(reference);
    assert!(sizes.fixtures.len() >= 16);
    for (name, fixture) in &sizes.fixtures {
        let parts = fixture.parts;
        let sum: u64 = parts.named().iter().map(|(_, size)| size.characters).sum();
        assert_eq!(sum, fixture.repair.characters, "{name}");
        let found = [parts.response, parts.path, parts.schema];
        assert!(found.iter().all(|part| part.characters > 0), "{name}");
    }
    let flagship = &sizes.fixtures[FLAGSHIP];
    assert_eq!(flagship.regular.characters, 10_353);
    assert!(flagship.repair.characters <= 1550);
    assert!(flagship.parts.overhead.characters <= 300);
    assert!(sizes.median_ratio() <= 0.22, "{}", sizes.median_ratio());
}

/// What a model must be told besides the data: what to do, what not to, and in which form to answer.
#[test]
fn every_repair_prompt_states_task_rule_and_form() {
    let fixtures = fixtures();
    let launcher = InProcess::new("reference", reference);
    let options = Options {
        timeout: TIMEOUT,
        keep_replies: true,
        ..Options::default()
    };
    let asked = ask(&launcher, &fixtures, &options).unwrap();
    assert_eq!(asked.prompts.len(), fixtures.all.len());
    for (name, Prompts { repair, .. }) in &asked.prompts {
        let head: Vec<&str> = repair.lines().take(2).collect();
        let [format, task] = head[..] else {
            panic!("{name}");
        };
        assert_eq!(format, "investigation_format_repair_v1");
        for statement in [
            "Regroup path's value to fit schema;",
            "add, lose, change, move nothing.",
            r#"Reply only {"replacement":value}."#,
        ] {
            assert!(task.contains(statement), "{name}: {statement}");
        }
        let (_, mark) = repair.rsplit_once('\n').unwrap();
        let sections = repair.lines().skip(2);
        let sections = sections.filter(|line| line.starts_with(mark)).count();
        assert!((4..=7).contains(&sections), "{name}: {sections} sections");
        assert!(!fixtures.all[name].text().contains(mark), "{name}");
    }
}

#[test]
fn a_word_more_fails_the_check_by_the_name_of_the_part_and_is_accepted_into_the_history() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(matches!(Kept::read(folder), Err(KeptError::None(_))));
    let sizes = measured(reference);
    let mut kept = Kept::read_or_begin(folder, &sizes).unwrap();
    let (commit, date) = ("0123abc".to_owned(), "2026-02-03".to_owned());
    kept.accept(sizes.clone(), commit.clone(), date.clone())
        .unwrap();
    let kept = Kept::read(folder).unwrap();
    assert_eq!(kept.changes(&sizes).unwrap(), []);
    assert_eq!(kept.stale().unwrap(), [""; 0]);

    let wordy = measured(|| with("Below is data.", "Below is nothing but data."));
    let changes = kept.changes(&wordy).unwrap();
    assert_eq!(changes.len(), sizes.fixtures.len(), "it is in every prompt");
    for change in &changes {
        let Change::Grown { prompt, parts, .. } = change else {
            panic!("{change}");
        };
        assert_eq!((*prompt, &**parts), ("repair", &[("overhead", 12)][..]));
    }
    let told =
        format!("{FLAGSHIP}: the repair prompt grew from 1550 to 1562 characters: overhead by 12");
    assert!(changes.iter().any(|change| change.to_string() == told));

    let history = fs::read_to_string(folder.join(HISTORY)).unwrap();
    let mut kept = kept;
    kept.accept(wordy.clone(), commit, date).unwrap();
    let longer = fs::read_to_string(folder.join(HISTORY)).unwrap();
    assert!(longer.starts_with(&history), "a history only grows");
    let entries = Entry::read_all(&longer).unwrap();
    let overhead: Vec<_> = entries
        .iter()
        .map(|entry| entry.figures[FLAGSHIP].overhead)
        .collect();
    assert_eq!(overhead, [214, 226]);
    let kept = Kept::read(folder).unwrap();
    assert_eq!(kept.changes(&wordy).unwrap(), []);
    assert_eq!(kept.stale().unwrap(), [""; 0]);

    fs::write(folder.join("prompt-size.svg"), "<svg/>").unwrap();
    let stale = kept.stale().unwrap();
    assert!(stale.len() == 1 && stale[0].ends_with("prompt-size.svg"));
    fs::write(folder.join(BASELINE), "{}").unwrap();
    assert!(matches!(Kept::read(folder), Err(KeptError::Form { .. })));
}

#[test]
fn what_is_not_right_is_told_and_not_measured() {
    let fixtures = fixtures();
    let launcher = InProcess::new("program", || {
        with("investigation_format_repair_v1", "format_repair")
    });
    let options = Options {
        timeout: TIMEOUT,
        keep_replies: true,
        ..Options::default()
    };
    let asked = ask(&launcher, &fixtures, &options).unwrap();
    assert_eq!(asked.wrong.len(), fixtures.all.len());
    assert!(asked.prompts.is_empty());
    let told = asked.wrong[0].to_string();
    assert!(
        told.contains("recover is not right") && told.contains("does not name its format"),
        "{told}"
    );
}

/// The figures that are committed are of the form that the corpus states, and were measured over its fixtures.
#[test]
fn what_is_kept_fits_its_schema() {
    let schema = |name: &str| {
        let text = fs::read_to_string(root().join("corpus/schema").join(name)).unwrap();
        jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
    };
    let read = |name: &str| fs::read_to_string(root().join("reports").join(name)).unwrap();
    let baseline = read(BASELINE);
    assert!(schema("prompt-sizes.schema.json").is_valid(&serde_json::from_str(&baseline).unwrap()));
    let history = schema("prompt-size-history.schema.json");
    let entries = read(HISTORY);
    for line in entries.lines() {
        assert!(
            history.is_valid(&serde_json::from_str(line).unwrap()),
            "{line}"
        );
    }
    let names: Vec<_> = PromptSizes::read(&baseline)
        .unwrap()
        .fixtures
        .into_keys()
        .collect();
    assert_eq!(names, fixtures().all.into_keys().collect::<Vec<_>>());
}
