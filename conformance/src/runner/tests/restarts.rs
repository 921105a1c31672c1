//! Starting again, and loading contracts again.

use super::*;

#[test]
fn an_implementation_that_does_not_come_up_again_leaves_the_rest_as_crash() {
    let mut dies = Scripted::new(1, |_, id, line| {
        if is_about(line, 2) {
            Act::Die
        } else {
            says(id, line)
        }
    });
    dies.last_start = 1;
    let outcome = outcome(&dies, 6);
    assert_eq!(outcome.letters, "ppcccc");
    assert_eq!(
        (outcome.account.sent, outcome.account.decided_unsent),
        (3, 3)
    );
    assert!(outcome.notes[5].contains("in vain"), "{}", outcome.notes[5]);
}

#[test]
fn an_implementation_that_comes_up_with_something_else_leaves_the_rest_as_garbage() {
    let mut dies = Scripted::new(1, |_, id, line| {
        if is_about(line, 2) {
            Act::Die
        } else {
            says(id, line)
        }
    });
    dies.last_hello = 1;
    assert_eq!(outcome(&dies, 6).letters, "ppcggg");
}

#[test]
fn contracts_are_loaded_before_they_are_needed_and_again_after_a_crash() {
    let line = |number, contract| {
        format!(
            r#"{{"id":"t/{number}","profile":"normalize","contract":"{contract}","response":"{number}","expect":{{"outcome":"accepted","value_text":"{number}"}}}}"#
        )
    };
    let contracts = ["good", "refused", "deadly", "frozen"];
    let cases: Vec<Case> = (0..12)
        .map(|number| Case::from_line(&line(number, contracts[number % 4])).unwrap())
        .collect();
    let texts = contracts.map(|name| (name.to_owned(), "{}".to_owned()));
    let loaded = std::sync::Mutex::new(false);
    let launcher = Scripted::new(4, move |before, id, line| {
        let mut loaded = loaded.lock().unwrap();
        if before == 0 {
            *loaded = false;
        }
        if line.contains("\"load\"") {
            if line.contains("\"deadly\"") {
                return Act::Die;
            }
            if line.contains("\"frozen\"") {
                return Act::Freeze;
            }
            if line.contains("\"refused\"") {
                return Act::Say(vec![format!(r#"{{"id":{id},"error":"contract"}}"#)]);
            }
            *loaded = true;
            return says(id, line);
        }
        assert!(*loaded, "a case came before its contract");
        if is_about(line, 4) {
            Act::Die
        } else {
            says(id, line)
        }
    });
    let settings = Settings {
        contracts: BTreeMap::from(texts),
        ..Settings::default()
    };
    let outcome = run_cases(&launcher, &cases, &settings);
    assert_eq!(outcome.letters, "prchcrchprch");
    assert_eq!(
        (outcome.account.sent, outcome.account.decided_unsent),
        (3, 9)
    );
    assert!(
        outcome.notes[2].contains("`deadly`"),
        "{}",
        outcome.notes[2]
    );
}
