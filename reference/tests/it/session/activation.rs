//! The version is the switch, the marker its sign in the prompt, and nothing else differs (REQ ACT-1, ACT-6).

use response_recovery::session::Command;

use super::{CONTRACT, Course, ELIGIBLE, FENCED, INVALID, POLICY, VALID, contract};

const MARKER: &str = r#""x-viano-response-recovery":1,"#;
const OFF: &str = r#"{"transport": {"providers": ["a", "b"]}}"#;

/// The small contract with this marker in its schema.
fn marked(marker: &str) -> String {
    let schema = r#""schema": {"#;
    let with = format!(r#"{schema}"x-viano-response-recovery": {marker}, "#);
    let text = CONTRACT.replacen(schema, &with, 1);
    assert_ne!(text, CONTRACT);
    text
}

#[test]
fn the_prompts_of_both_versions_differ_in_the_marker_alone() {
    let contract = contract(CONTRACT);
    let (mut on, mut off) = (
        Course::begin(&contract, POLICY),
        Course::begin(&contract, OFF),
    );
    for answer in [VALID, INVALID, VALID, INVALID, INVALID] {
        assert_eq!(on.prompt().matches(MARKER).count(), 1);
        assert!(!off.prompt().contains("x-viano"));
        assert_eq!(on.prompt().replacen(MARKER, "", 1), off.prompt());
        on.step(answer);
        off.step(answer);
    }
}

#[test]
fn the_contract_s_own_marker_changes_no_prompt_and_no_decision() {
    for policy in [POLICY, OFF] {
        for marker in ["1", "0", "true", "\"1\"", "null"] {
            let mut plain = Course::begin(&contract(CONTRACT), policy);
            let mut marked = Course::begin(&contract(&marked(marker)), policy);
            for answer in [VALID, FENCED, INVALID, ELIGIBLE] {
                assert_eq!(
                    plain.step(answer).open,
                    marked.step(answer).open,
                    "{marker}"
                );
                assert_eq!(plain.session.state(), marked.session.state(), "{marker}");
            }
        }
    }
}

#[test]
fn version_0_and_other_phases_apply_no_rule_and_ask_for_no_repair() {
    let triage = CONTRACT.replacen("investigation", "triage", 1);
    for (text, policy) in [(CONTRACT, OFF), (&triage, POLICY), (&triage, OFF)] {
        let mut course = Course::begin(&contract(text), policy);
        course.step(VALID);
        for answer in [FENCED, ELIGIBLE] {
            course.answer(answer);
            assert!(matches!(&course.open, Command::Call(call) if call.kind.name() == "regular"));
        }
        assert_eq!(course.session.state().invalid_responses, 2);
        assert!(course.prompt().contains("reason parse at \"\""));
    }
}

#[test]
fn a_final_action_and_a_contract_without_tools_end_the_session() {
    let start = CONTRACT.find(r#""tools""#).unwrap();
    let end = CONTRACT.find(r#""context""#).unwrap();
    let without = [&CONTRACT[..start], &CONTRACT[end..]].concat();
    for (text, answer) in [
        (CONTRACT, super::FINAL),
        (&without, VALID),
        (&without, FENCED),
    ] {
        let mut course = Course::begin(&contract(text), POLICY);
        course.answer(answer);
        let stop = r#"{"stop":{"stop_reason":"concluded","checked":["parse","schema","references","action","tool","budget"],"next_step":"none"}}"#;
        assert_eq!(course.open.to_json(), stop);
    }
}
