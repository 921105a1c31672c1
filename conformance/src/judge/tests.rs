//! Every verdict that a reply can get, and which of two holds where both do.

use super::*;
use crate::protocol::Reply;
use recovery_reports::Verdict;

/// A case of profile `parse`. `rest` is what follows the profile in its line.
fn parse(rest: &str) -> Case {
    Case::from_line(&format!(r#"{{"id":"a/b","profile":"parse",{rest}}}"#)).unwrap()
}

/// A case of profile `normalize`.
fn normalize(rest: &str) -> Case {
    Case::from_line(&format!(
        r#"{{"id":"a/b","profile":"normalize","contract":"c",{rest}}}"#
    ))
    .unwrap()
}

/// The verdict on a reply, given without its id.
fn verdict(case: &Case, reply: &str) -> Verdict {
    let line = format!(r#"{{"id":1,{reply}}}"#);
    let reply = match Reply::read(&line) {
        Ok(reply) => reply,
        Err(why) => return Fault::from(why).verdict(),
    };
    judge(case, &BTreeMap::new(), &reply.answer)
        .map_or_else(|fault| fault.verdict(), |()| Verdict::Pass)
}

fn check(case: &Case, table: &[(&str, Verdict)]) {
    for (reply, expected) in table {
        assert_eq!(verdict(case, reply), *expected, "{reply}");
    }
}

const ACCEPT: &str = r#""response":" {\"a\":1,\"b\":\"x\"}","expect":{"outcome":"accepted","value_text":"{\"a\":1,\"b\":\"x\"}"}"#;

#[test]
fn what_must_be_accepted() {
    check(
        &parse(ACCEPT),
        &[
            (
                r#""outcome":"accepted","value":{"a":1,"b":"x"}"#,
                Verdict::Pass,
            ),
            (
                r#""outcome":"accepted","value":{"b":"\u0078","a":1.0}"#,
                Verdict::Pass,
            ),
            (
                r#""outcome":"accepted","value":{"a":1,"b":"x"},"rules":[],"text":" {\"a\":1,\"b\":\"x\"}""#,
                Verdict::Pass,
            ),
            // A text of parse is compared as a value: a case of parse need not state its rules.
            (
                r#""outcome":"accepted","value":{"a":1,"b":"x"},"text":"{\"a\":1,\"b\":\"x\"}""#,
                Verdict::Pass,
            ),
            (
                r#""outcome":"accepted","value":{"a":1,"b":"x"},"text":"{\"a\":2,\"b\":\"x\"}""#,
                Verdict::Corruption,
            ),
            (
                r#""outcome":"accepted","value":{"a":1}"#,
                Verdict::Corruption,
            ),
            (
                r#""outcome":"accepted","value":{"a":1,"a":1,"b":"x"}"#,
                Verdict::Corruption,
            ),
            (
                r#""outcome":"accepted","value":{"a":"1","b":"x"}"#,
                Verdict::Corruption,
            ),
            (r#""outcome":"accepted","value":null"#, Verdict::Corruption),
            (
                r#""outcome":"accepted","value":{"a":1,"b":"\ud800"}"#,
                Verdict::Corruption,
            ),
            (r#""outcome":"repair","path":"""#, Verdict::Corruption),
            (r#""outcome":"rejected","reason":"parse""#, Verdict::Refusal),
            (
                r#""outcome":"rejected","reason":"anything:else","path":"/x""#,
                Verdict::Refusal,
            ),
            (r#""error":"unsupported_op""#, Verdict::Skip),
            (r#""error":"request""#, Verdict::Garbage),
            (r#""error":"contract""#, Verdict::Garbage),
            (r#""ok":true"#, Verdict::Garbage),
            (r#""outcome":"accepted""#, Verdict::Garbage),
            (
                r#""outcome":"rejected","reason":"Unexpected token""#,
                Verdict::Garbage,
            ),
            (r#""outcome":"rejected","reason":"""#, Verdict::Garbage),
            (
                r#""outcome":"rejected","reason":"parse:{\"a\":1""#,
                Verdict::Garbage,
            ),
            (
                r#""outcome":"rejected","reason":"parse:""#,
                Verdict::Garbage,
            ),
            (
                r#""outcome":"rejected","reason":":parse""#,
                Verdict::Garbage,
            ),
        ],
    );
}

#[test]
fn what_may_be_accepted() {
    let case = parse(
        r#""level":"may","response":"1e400","expect":{"outcome":"accepted","value_text":"1e400","reasons":["limit"]}"#,
    );
    check(
        &case,
        &[
            (r#""outcome":"accepted","value":1e400"#, Verdict::Pass),
            (r#""outcome":"accepted","value":10E+399"#, Verdict::Pass),
            (r#""outcome":"accepted","value":1e401"#, Verdict::Corruption),
            (
                r#""outcome":"rejected","reason":"limit:number""#,
                Verdict::Pass,
            ),
            (
                r#""outcome":"rejected","reason":"parse""#,
                Verdict::Imprecise,
            ),
            (r#""outcome":"repair","path":"""#, Verdict::Corruption),
        ],
    );
    let any =
        parse(r#""level":"may","response":"1","expect":{"outcome":"accepted","value_text":"1"}"#);
    check(
        &any,
        &[
            (
                r#""outcome":"rejected","reason":"schema","path":"/x""#,
                Verdict::Pass,
            ),
            (
                r#""outcome":"rejected","reason":"strange""#,
                Verdict::Imprecise,
            ),
        ],
    );
}

#[test]
fn what_must_be_rejected() {
    let case = parse(
        r#""response":"{\"a\":1,}","expect":{"outcome":"rejected","reasons":["parse","limit"],"paths":[""],"lenient_value_text":"{\"a\":1}"}"#,
    );
    check(
        &case,
        &[
            (r#""outcome":"rejected","reason":"parse""#, Verdict::Pass),
            (
                r#""outcome":"rejected","reason":"limit:size","path":"","detail":"too long""#,
                Verdict::Pass,
            ),
            (
                r#""outcome":"rejected","reason":"schema""#,
                Verdict::Imprecise,
            ),
            (
                r#""outcome":"rejected","reason":"syntax""#,
                Verdict::Imprecise,
            ),
            (
                r#""outcome":"rejected","reason":"parse","path":"/a""#,
                Verdict::Imprecise,
            ),
            (r#""outcome":"accepted","value":{"a":1}"#, Verdict::Lenient),
            (
                r#""outcome":"accepted","value":{"a":1.0}"#,
                Verdict::Lenient,
            ),
            (
                r#""outcome":"accepted","value":{"a":2}"#,
                Verdict::Corruption,
            ),
            (r#""outcome":"repair""#, Verdict::Corruption),
        ],
    );
    let cut = parse(r#""response":"{\"a\":1","expect":{"outcome":"rejected","reasons":["parse"]}"#);
    check(
        &cut,
        &[
            (
                r#""outcome":"accepted","value":{"a":1}"#,
                Verdict::Corruption,
            ),
            (
                r#""outcome":"rejected","reason":"parse","path":"/a""#,
                Verdict::Pass,
            ),
        ],
    );
}

#[test]
fn normalize_needs_text_rules_and_path() {
    let accept = normalize(ACCEPT);
    let text = r#"" {\"a\":1,\"b\":\"x\"}""#;
    let accepted = |text: &str, rules: &str| {
        format!(r#""outcome":"accepted","value":{{"a":1,"b":"x"}},"text":{text},"rules":{rules}"#)
    };
    for (text, rules, expected) in [
        (text, "[]", Verdict::Pass),
        (text, r#"[{"rule":"fence","path":""}]"#, Verdict::Imprecise),
        (r#""{\"a\":1,\"b\":\"x\"}""#, "[]", Verdict::Imprecise),
        (r#""{\"a\":2,\"b\":\"x\"}""#, "[]", Verdict::Corruption),
        (r#""{\"a\":1,\"b\":\"x\"""#, "[]", Verdict::Corruption),
        ("null", "[]", Verdict::Garbage),
        (text, "null", Verdict::Garbage),
        (text, r#"["fence"]"#, Verdict::Garbage),
    ] {
        assert_eq!(
            verdict(&accept, &accepted(text, rules)),
            expected,
            "{text} {rules}"
        );
    }
    check(
        &accept,
        &[
            (
                r#""outcome":"rejected","reason":"schema""#,
                Verdict::Garbage,
            ),
            (
                r#""outcome":"rejected","reason":"schema","path":"""#,
                Verdict::Refusal,
            ),
        ],
    );
    let reject = normalize(
        r#""response":"{}","expect":{"outcome":"rejected","reasons":["schema"],"paths":["","/a"]}"#,
    );
    check(
        &reject,
        &[
            (
                r#""outcome":"rejected","reason":"schema","path":"/a""#,
                Verdict::Pass,
            ),
            (
                r#""outcome":"rejected","reason":"schema","path":"/b""#,
                Verdict::Imprecise,
            ),
            (
                r#""outcome":"rejected","reason":"schema""#,
                Verdict::Garbage,
            ),
            (r#""outcome":"accepted","value":{}"#, Verdict::Garbage),
            (
                r#""outcome":"accepted","value":{},"text":"{}","rules":[]"#,
                Verdict::Corruption,
            ),
        ],
    );
}

#[test]
fn rules_are_compared_in_order_and_text_to_the_byte_where_the_case_states_it() {
    let case = normalize(
        r#""response":"x","expect":{"outcome":"accepted","value_text":"{}","rules":[{"rule":"fence","path":""},{"rule":"decode","path":"/a"}]}"#,
    );
    let accepted = |rules: &str| {
        format!(r#""outcome":"accepted","value":{{}},"text":" {{ }}","rules":[{rules}]"#)
    };
    let (fence, decode) = (
        r#"{"rule":"fence","path":""}"#,
        r#"{"rule":"decode","path":"/a"}"#,
    );
    for (rules, expected) in [
        (format!("{fence},{decode}"), Verdict::Pass),
        (format!("{decode},{fence}"), Verdict::Imprecise),
        (fence.to_owned(), Verdict::Imprecise),
        (format!("{fence},{decode},{decode}"), Verdict::Imprecise),
        (
            format!(r#"{fence},{{"rule":"unquote","path":"/a"}}"#),
            Verdict::Imprecise,
        ),
    ] {
        assert_eq!(verdict(&case, &accepted(&rules)), expected, "{rules}");
    }
    let exact = normalize(
        r#""response":"x","expect":{"outcome":"accepted","value_text":"{}","text":"{}\n","rules":[{"rule":"fence","path":""}]}"#,
    );
    let accepted = |text: &str| {
        format!(r#""outcome":"accepted","value":{{}},"text":{text},"rules":[{fence}]"#)
    };
    assert_eq!(verdict(&exact, &accepted(r#""{}\n""#)), Verdict::Pass);
    assert_eq!(verdict(&exact, &accepted(r#""{}""#)), Verdict::Imprecise);
    let parse = parse(
        r#""response":"x","expect":{"outcome":"accepted","value_text":"1","rules":[{"rule":"fence","path":""}]}"#,
    );
    check(
        &parse,
        &[
            (r#""outcome":"accepted","value":1"#, Verdict::Pass),
            (
                r#""outcome":"accepted","value":1,"rules":[]"#,
                Verdict::Imprecise,
            ),
        ],
    );
}

#[test]
fn a_contract_that_must_be_refused() {
    check(
        &normalize(r#""expect":{"outcome":"refused"}"#),
        &[
            (r#""error":"contract""#, Verdict::Pass),
            (
                r#""error":"contract","detail":"/positions: unknown""#,
                Verdict::Pass,
            ),
            (r#""ok":true"#, Verdict::Corruption),
            (r#""error":"unsupported_op""#, Verdict::Skip),
            (r#""error":"request""#, Verdict::Garbage),
            (
                r#""outcome":"rejected","reason":"schema","path":"""#,
                Verdict::Garbage,
            ),
        ],
    );
}

#[test]
fn text_of_the_response_is_a_leak_wherever_it_stands() {
    let case = parse(
        r#""response":"{\"CANARY-key1\":\"CANARY-value2\"","expect":{"outcome":"rejected","reasons":["parse"]}"#,
    );
    check(
        &case,
        &[
            (
                r#""outcome":"rejected","reason":"parse:CANARY-value2""#,
                Verdict::Leak,
            ),
            (
                r#""outcome":"rejected","reason":"parse","path":"/CANARY-key1""#,
                Verdict::Leak,
            ),
            (
                r#""outcome":"rejected","reason":"parse","detail":"near \"CANARY-valu""#,
                Verdict::Leak,
            ),
            (
                r#""outcome":"rejected","reason":"parse","detail":"near \"CANARY-other3""#,
                Verdict::Pass,
            ),
            (r#""outcome":"repair","path":"/CANARY-key1""#, Verdict::Leak),
            (
                r#""error":"unsupported_op","detail":"CANARY-value2""#,
                Verdict::Leak,
            ),
            (
                r#""outcome":"accepted","value":{},"rules":[{"rule":"fence","path":"/CANARY-key1"}]"#,
                Verdict::Leak,
            ),
            // A value is the place for it.
            (
                r#""outcome":"accepted","value":{"CANARY-key1":"CANARY-value2"}"#,
                Verdict::Corruption,
            ),
            // Garbage comes before a leak.
            (
                r#""error":"request","detail":"CANARY-value2""#,
                Verdict::Garbage,
            ),
            (
                r#""outcome":"rejected","reason":"CANARY-value2""#,
                Verdict::Garbage,
            ),
        ],
    );
}

#[test]
fn no_sentence_about_a_fault_shows_text_of_the_response() {
    let case = parse(
        r#""response":"{\"a\":\"hush\"","expect":{"outcome":"rejected","reasons":["parse"]}"#,
    );
    for reply in [
        r#""outcome":"accepted","value":{"a":"hush"}"#,
        r#""outcome":"rejected","reason":"hush","path":"/hush""#,
        r#""outcome":"hush""#,
        r#""outcome":7,"hush":1"#,
        r#""outcome":"rejected","reason":{"hush":1}"#,
        r#""id":"hush""#,
    ] {
        let line = format!(r#"{{"id":1,{reply}}}"#);
        let fault = match Reply::read(&line) {
            Ok(reply) => judge(&case, &BTreeMap::new(), &reply.answer).unwrap_err(),
            Err(why) => why.into(),
        };
        assert!(!fault.to_string().contains("hush"), "{fault}");
    }
}
