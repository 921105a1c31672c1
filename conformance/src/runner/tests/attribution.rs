//! Which case bears the end of a process.

use super::*;

#[test]
fn right_replies_pass_in_any_order_and_any_window() {
    for pipeline in [1, 2, 7, 1_000] {
        let in_order = Scripted::new(pipeline, |_, id, line| says(id, line));
        assert_eq!(outcome(&in_order, 200).letters, "p".repeat(200));
    }
    let held = std::sync::Mutex::new(Vec::new());
    let backwards = Scripted::new(8, move |_, id, line| {
        let mut held = held.lock().unwrap();
        held.push(right(id, line));
        if held.len() < 4 {
            return Act::Say(Vec::new());
        }
        Act::Say(held.drain(..).rev().collect())
    });
    assert_eq!(outcome(&backwards, 200).letters, "p".repeat(200));
}

#[test]
fn the_case_that_ends_the_process_bears_it_whatever_else_is_under_way() {
    for pipeline in [1, 3, 64] {
        let dies = Scripted::new(pipeline, |_, id, line| {
            if is_about(line, 5) || is_about(line, 11) {
                Act::Die
            } else {
                says(id, line)
            }
        });
        let outcome = outcome(&dies, 20);
        assert_eq!(outcome.letters, "pppppcpppppcpppppppp", "window {pipeline}");
        assert_eq!(
            (
                outcome.account.sent,
                outcome.account.crash,
                outcome.account.judged
            ),
            (20, 2, 18)
        );
    }
}

#[test]
fn the_case_that_hangs_bears_it_and_the_rest_is_asked_again() {
    for pipeline in [1, 3, 64] {
        let hangs = Scripted::new(pipeline, |_, id, line| {
            if is_about(line, 5) {
                Act::Freeze
            } else {
                says(id, line)
            }
        });
        assert_eq!(
            outcome(&hangs, 12).letters,
            "ppppphpppppp",
            "window {pipeline}"
        );
    }
}

#[test]
fn an_endless_line_is_garbage_of_the_case_that_brings_it() {
    for pipeline in [1, 64] {
        let floods = Scripted::new(pipeline, |_, id, line| {
            if is_about(line, 2) {
                Act::Flood
            } else {
                says(id, line)
            }
        });
        assert_eq!(outcome(&floods, 5).letters, "ppgpp", "window {pipeline}");
    }
}

#[test]
fn where_no_case_alone_ends_the_process_the_oldest_bears_it() {
    let has_died = AtomicBool::new(false);
    let dies_once = Scripted::new(4, move |before, id, line| {
        if before == 3 && !has_died.swap(true, Ordering::Relaxed) {
            Act::Die
        } else {
            says(id, line)
        }
    });
    let outcome = outcome(&dies_once, 6);
    assert_eq!(outcome.letters, "pppcpp");
    assert!(
        outcome.notes[3].contains("laid on the oldest"),
        "{}",
        outcome.notes[3]
    );
}

#[test]
fn dying_on_every_third_request_ends_with_every_case_decided() {
    for pipeline in [1, 32] {
        let dies = Scripted::new(pipeline, |before, id, line| {
            if before == 2 {
                Act::Die
            } else {
                says(id, line)
            }
        });
        let outcome = outcome(&dies, 30);
        assert_eq!(outcome.letters.len(), 30);
        assert!(
            !outcome.letters.contains(['-', 'h', 'g']),
            "{}",
            outcome.letters
        );
        assert!(
            outcome.letters.contains('c') && outcome.letters.contains('p'),
            "{}",
            outcome.letters
        );
    }
}
