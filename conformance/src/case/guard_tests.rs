//! Lines of profile guard that are no case, each one change away from one that is.

use super::*;

const OUTPUT: &str = r#"{"id":"a/b","profile":"guard","contract":"c","output":{"transport":"ok","status":200,"body":"{}"},"expect":{"verdict":"valid"}}"#;
const RUN: &str = r#"{"id":"a/b","profile":"guard","run":{"contracts":{"a":"c"},"steps":[{"call":"a","outputs":[{"transport":"timeout"}]},{"write":"b","output":{"transport":"timeout"}},{"think":true}]},"expect":{"steps":[{"verdict":"tool_failure","stop_reasons":["tool_timeout"],"tries":1},{"write":"blocked"},{"skipped":true}],"stop":null}}"#;
const ALLOWED: &str = r#"{"write":"allowed","verdict":"tool_failure","stop_reasons":["tool_timeout"],"effect":"unknown"}"#;

#[track_caller]
fn refused(line: &str, from: &str, to: &str) -> String {
    Case::from_line(line).unwrap();
    assert!(line.contains(from), "{from}");
    let changed = line.replacen(from, to, 1);
    match Case::from_line(&changed) {
        Ok(_) => panic!("it is a case: {changed}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn an_output_says_one_thing() {
    for (from, to) in [
        (r#""body":"{}""#, r#""body":"{}","body_base64":"""#),
        (r#","body":"{}""#, ""),
        (r#""body":"{}""#, r#""body_base64":"e30""#),
        (r#""status":200,"#, ""),
        (r#""status":200"#, r#""status":-1"#),
        (r#""transport":"ok""#, r#""transport":"timeout""#),
        (r#""transport":"ok""#, r#""transport":"well""#),
        (r#""contract":"c","#, ""),
        (r#""contract":"c""#, r#""contract":"c","response":"r""#),
        (r#""contract":"c""#, r#""contract":"c","answer":"r""#),
        (r#""contract":"c""#, r#""contract":"c","policy":{}"#),
        (
            r#""contract":"c""#,
            r#""contract":"c","run":{"contracts":{},"steps":[]}"#,
        ),
        (r#""verdict":"valid""#, r#""verdict":"fine""#),
        (r#""verdict":"valid""#, r#""outcome":"accepted""#),
        (r#""verdict":"valid""#, r#""verdict":"corrupt""#),
        (
            r#""verdict":"valid""#,
            r#""verdict":"valid","stop_reasons":["tool_error"]"#,
        ),
        (
            r#""verdict":"valid""#,
            r#""verdict":"corrupt","stop_reasons":["tool_error"]"#,
        ),
        (
            r#""verdict":"valid""#,
            r#""verdict":"tool_failure","stop_reasons":["response_corruption:invalid_json"]"#,
        ),
        (
            r#""verdict":"valid""#,
            r#""verdict":"corrupt","stop_reasons":["invalid_json"]"#,
        ),
        (r#""profile":"guard""#, r#""profile":"guard","level":"may""#),
        (r#""profile":"guard""#, r#""profile":"normalize""#),
    ] {
        refused(OUTPUT, from, to);
    }
    let alone = OUTPUT.replace(
        r#""output":{"transport":"ok","status":200,"body":"{}"},"#,
        "",
    );
    assert!(Case::from_line(&alone).is_err());
}

#[test]
fn a_run_expects_of_each_step_what_can_come_of_it() {
    for (from, to) in [
        (r#""run":"#, r#""contract":"c","run":"#),
        (r#""profile":"guard""#, r#""profile":"guard","level":"may""#),
        (r#","outputs":[{"transport":"timeout"}]"#, ""),
        (r#""outputs":[{"transport":"timeout"}]"#, r#""outputs":[]"#),
        (r#""call":"a""#, r#""call":"a","write":"b""#),
        (r#""call":"a","#, ""),
        (r#"{"think":true}"#, r#"{"think":false}"#),
        (r#"{"think":true}"#, r#"{"depends_on":[0]}"#),
        (r#","tries":1"#, ""),
        (r#""tries":1"#, r#""tries":0"#),
        (r#""tries":1"#, r#""tries":2"#),
        (r#""tries":1"#, r#""tries":1,"used":"b""#),
        (r#""tries":1"#, r#""tries":1,"effect":"unknown""#),
        (r#""tries":1"#, r#""tries":1,"skipped":true"#),
        (r#""verdict":"tool_failure""#, r#""verdict":"refused""#),
        (r#"{"write":"blocked"}"#, r#"{"write":"perhaps"}"#),
        (r#"{"write":"blocked"}"#, r#"{"write":"allowed"}"#),
        (
            r#"{"write":"blocked"}"#,
            r#"{"write":"blocked","verdict":"valid"}"#,
        ),
        (r#"{"write":"blocked"}"#, r#"{"skipped":true}"#),
        (r#"{"write":"blocked"},"#, ""),
        (r#"{"skipped":true}"#, r#"{"skipped":false}"#),
        (r#"{"skipped":true}"#, r#"{"write":"blocked"}"#),
        (r#"{"skipped":true}"#, r#"{"verdict":"valid","tries":1}"#),
        (r#","stop":null"#, ""),
        (r#""stop":null"#, r#""stop":[]"#),
        (
            r#""stop":null"#,
            r#""stop":{"stop_reasons":[],"checked":[],"next_step":"partial_answer"}"#,
        ),
        (
            r#""stop":null"#,
            r#""stop":{"stop_reasons":["tool_timeout"],"checked":[],"next_step":"none"}"#,
        ),
        (
            r#""stop":null"#,
            r#""stop":{"stop_reasons":["tool_timeout"],"checked":["taste"],"next_step":"partial_answer"}"#,
        ),
        (
            r#""stop":null"#,
            r#""stop":null,"metrics":{"all":{"calls":1,"tool_2xx_rate":"0.5","tool_output_invalid_rate":null}}"#,
        ),
        (
            r#""stop":null"#,
            r#""stop":null,"metrics":{"all":{"calls":1,"tool_2xx_rate":"2/1","tool_output_invalid_rate":null}}"#,
        ),
        (r#""stop":null"#, r#""stop":null,"error":["request"]"#),
    ] {
        refused(RUN, from, to);
    }
    let allowed = RUN.replace(r#"{"write":"blocked"}"#, ALLOWED);
    refused(&allowed, r#","effect":"unknown""#, "");
    refused(
        &allowed,
        r#""verdict":"tool_failure","stop_reasons":["tool_timeout"],"effect""#,
        r#""verdict":"valid","effect""#,
    );
    refused(
        &allowed,
        r#""effect":"unknown""#,
        r#""effect":"unknown","tries":1"#,
    );
}

#[test]
fn a_fault_in_a_step_names_the_step() {
    let told = refused(RUN, r#""tries":1"#, r#""tries":0"#);
    assert!(told.starts_with("step 0, counted from 0: "), "{told}");
}

#[test]
fn the_bytes_of_a_body_last() {
    let line = OUTPUT.replace(
        r#""body":"{}""#,
        r#""body_parts":["ä",{"base64":"//4="},{"repeat":"x","times":2}]"#,
    );
    let case = Case::from_line(&line).unwrap();
    assert_eq!(case.outputs()[0].body(), Some(&b"\xc3\xa4\xff\xfexx"[..]));
    assert!(
        case.outputs()[0]
            .message()
            .contains(r#""content_type":null,"body_base64":"w6T//nh4""#)
    );
}
