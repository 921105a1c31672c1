//! What never shows: texts of a response in prompt, log, notice, hint and checkpoint; `context` in a repair prompt;
//! the output of a tool anywhere (REQ VAL-4, SES-3, SES-4, REP-3).

use super::{Course, Event};
use crate::samples::Choices;

/// Answers with a canary in each text that a response can have.
const ANSWERS: [&str; 9] = [
    "CANARY-1",
    r#"{"CANARY-2": 1}"#,
    r#"{"changes": ["CANARY-3"], "next": {"action": "look", "arguments": {"CANARY-4": "CANARY-5"}}}"#,
    "```json\n{\"changes\": [\"CANARY-6\"], \"next\": {\"action\": \"look\"}}\n```",
    r#"{"next": {"action": "CANARY-7"}}"#,
    r#"{"changes": "CANARY-8", "next": {"action": "look"}}"#,
    r#"{"changes": [1, "CANARY-9"], "next": {"action": "look"}}"#,
    r#"{"replacement": ["CANARY-8"]}"#,
    r#"{"replacement": ["CANARY-0"], "CANARY": 1}"#,
];

#[test]
fn nothing_of_a_response_or_of_an_output_shows_where_it_must_not() {
    let (mut regular, mut repair) = (0, 0);
    for seed in 0..400 {
        let mut choices = Choices(seed);
        let mut course = Course::small();
        for _ in 0..8 {
            let shown = format!(
                "{:?} {} {}",
                course.session.log(),
                course.session.checkpoint(),
                course
                    .session
                    .clone()
                    .handle(Event::LlmResponse {
                        call: "CANARY".to_owned(),
                        text: "CANARY".to_owned(),
                        finish: None,
                    })
                    .unwrap_err()
            );
            let is_safe = |text: &str| !text.contains("CANARY") && !text.contains("OUTPUT");
            assert!(is_safe(&shown), "{shown}");
            assert!(!shown.contains("CONTEXT"), "{shown}");
            match &course.open {
                super::Command::Call(call) if call.kind.name() == "regular" => {
                    assert!(is_safe(&call.prompt), "{}", call.prompt);
                    assert!(
                        call.prompt.contains("CONTEXT-11") && call.prompt.contains("CONTEXT-22")
                    );
                    regular += 1;
                }
                super::Command::Call(call) => {
                    assert!(!call.prompt.contains("CONTEXT"), "{}", call.prompt);
                    assert!(!call.prompt.contains("OUTPUT"), "{}", call.prompt);
                    repair += 1;
                }
                super::Command::Execute(_) => {}
                super::Command::Stop(stop) => {
                    assert!(is_safe(&format!("{stop:?}")));
                    break;
                }
            }
            if course.action().is_empty() {
                course.answer(ANSWERS[choices.below(ANSWERS.len())]);
            } else {
                course.result();
            }
        }
    }
    assert!(
        regular > 800 && repair > 50,
        "{regular} regular and {repair} repair prompts"
    );
}
