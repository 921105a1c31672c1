//! Courses told as a table: what stands in SPEC.md as an example, with hints and notices (REQ SES-3, HNT-1).

use super::{Course, ELIGIBLE, FENCED, INVALID, REFUSED, REPAIRED, VALID};

/// What a course was told, and what the open call then says.
fn said(told: &[&str]) -> String {
    let mut course = Course::small();
    for told in told {
        match *told {
            "lost" => course.lose(),
            text => course.step(text),
        };
    }
    let prompt = course.prompt();
    if prompt.contains("investigation_format_repair_v1") {
        return "repair".to_owned();
    }
    let bare = Course::small();
    let more = prompt.strip_prefix(bare.prompt()).unwrap();
    assert!(more.chars().count() <= 200, "{more}");
    let words = more.split(['.', ':']).filter(|part| part.contains(" at "));
    words.map(str::trim).collect::<Vec<_>>().join("; ")
}

#[test]
fn a_hint_is_given_once_and_a_notice_in_the_next_call_alone() {
    let rejected = |category: &str, path: &str| {
        format!("Your last answer was rejected, reason {category} at \"{path}\"")
    };
    let hint = "fence at \"\"";
    for (told, expected) in [
        (&[][..], String::new()),
        (&[VALID], String::new()),
        (&[FENCED], hint.to_owned()),
        // Used up by any response to that prompt, but not by a transport error.
        (&[FENCED, "lost"], hint.to_owned()),
        (&[FENCED, "lost", VALID], String::new()),
        (&[FENCED, VALID], String::new()),
        (&[FENCED, FENCED], hint.to_owned()),
        (&[FENCED, INVALID], rejected("parse", "")),
        (&[FENCED, INVALID, VALID], String::new()),
        (&[INVALID], rejected("parse", "")),
        (&[INVALID, "lost"], rejected("parse", "")),
        (&[INVALID, VALID], String::new()),
        (&[ELIGIBLE], "repair".to_owned()),
        (&[FENCED, ELIGIBLE, "lost"], "repair".to_owned()),
        // Due after an accepted repair whose source took rules; not after a refused one.
        (&[ELIGIBLE, REPAIRED], hint.to_owned()),
        (&[ELIGIBLE, REPAIRED, VALID], String::new()),
        (&[FENCED, ELIGIBLE, REFUSED], rejected("repair", "/changes")),
        (&[ELIGIBLE, INVALID], rejected("repair", "/changes")),
    ] {
        assert_eq!(said(told), expected, "{told:?}");
    }
}

#[test]
fn accepted_responses_alone_move_the_state() {
    let mut course = Course::small();
    for (told, changes) in [
        (INVALID, "[]"),
        (VALID, r#"["c-1","c-2"]"#),
        (ELIGIBLE, r#"["c-1","c-2"]"#),
        (REFUSED, r#"["c-1","c-2"]"#),
        (FENCED, r#"["c-1","c-2"]"#),
        (ELIGIBLE, r#"["c-1","c-2"]"#),
        (REPAIRED, r#"["c-1","c-2","c-3"]"#),
        (FENCED, r#"["c-1","c-2","c-3"]"#),
    ] {
        let state = course.step(told).session.state().to_json();
        assert!(
            state.contains(&format!(r#""state_changes":{changes},"#)),
            "{told}: {state}"
        );
        assert!(state.contains(r#""actions_left":null"#), "{state}");
    }
}

#[test]
fn each_action_takes_one_from_the_budget() {
    let text =
        super::CONTRACT.replacen(r#""tools""#, r#""budget": {"actions_left": 2}, "tools""#, 1);
    let mut course = Course::begin(&super::contract(&text), super::POLICY);
    for (told, left) in [
        (VALID, 1),
        (INVALID, 1),
        (ELIGIBLE, 1),
        (REPAIRED, 0),
        (VALID, 0),
        (ELIGIBLE, 0),
    ] {
        assert_eq!(
            course.step(told).session.state().actions_left,
            Some(left),
            "{told}"
        );
    }
    assert!(
        course.prompt().contains("reason "),
        "without budget no repair is asked for"
    );
    course.answer(super::FINAL);
    assert!(course.stopped().is_some());
}

#[test]
fn bindings_given_with_a_result_replace_the_old_ones_whole() {
    let mut course = Course::small();
    let before = course.prompt().to_owned();
    course.answer(VALID);
    let event = super::Event::ToolResult {
        action: course.action(),
        output: "[]".to_owned(),
        bindings: Some(r#"{"visible_evidence": ["E-1", "E-9"]}"#.to_owned()),
    };
    course.tell(event);
    let now = r#"{"hypothesis":null,"previous_result":null,"visible_evidence":["E-1","E-9"]}"#;
    assert!(course.prompt().contains(now), "{}", course.prompt());
    course.step(VALID);
    assert!(course.prompt().contains(now) && before != course.prompt());
}
