//! Lines that answer nothing, twice or late.

use super::*;

#[test]
fn a_line_that_answers_nothing_is_laid_on_the_oldest_and_its_late_answer_dropped() {
    let chatty = Scripted::new(1, |_, id, line| {
        let debug = is_about(line, 2).then(|| "debug".to_owned());
        Act::Say(debug.into_iter().chain([right(id, line)]).collect())
    });
    assert_eq!(outcome(&chatty, 5).letters, "ppgpp");
    let wrong_ids = Scripted::new(4, |_, id, line| Act::Say(vec![right(id + 1_000, line)]));
    assert_eq!(outcome(&wrong_ids, 6).letters, "gggggg");
}

#[test]
fn a_second_answer_spoils_its_own_case_and_no_other() {
    let twice = Scripted::new(4, |_, id, line| {
        let answer = right(id, line);
        Act::Say(if is_about(line, 3) || is_about(line, 9) {
            vec![answer.clone(), answer]
        } else {
            vec![answer]
        })
    });
    assert_eq!(outcome(&twice, 10).letters, "pppgpppppg");
}

#[test]
fn an_answer_that_is_late_is_never_taken_for_the_next_one() {
    // Case 2 gets garbage; its answer comes with the next request.
    let late = Scripted::new(1, |_, id, line| {
        if is_about(line, 2) {
            Act::Say(vec![format!(r#"{{"id":{id}}}"#)])
        } else {
            says(id, line)
        }
    });
    assert_eq!(outcome(&late, 5).letters, "ppgpp");
    let lagging = Scripted::new(1, |_, id, line| {
        if is_about(line, 2) {
            Act::Later(vec![right(id, line)])
        } else {
            says(id, line)
        }
    });
    assert_eq!(outcome(&lagging, 5).letters, "pphpp");
}
