//! Faults of a case on its own: its form, its texts, its id.

use super::*;

#[test]
fn a_line_that_is_no_json_is_told_by_its_line() {
    let corpus = Corpus::sound();
    corpus.append("cases/fence.jsonl", "{\"id\":\"fence/cut\"");
    corpus.tells_only("cases/fence.jsonl:3", "this is not the form of a case");
}

#[test]
fn text_that_is_not_utf_8_is_told_by_its_line() {
    let corpus = Corpus::sound();
    let mut bytes = FENCE.as_bytes().to_vec();
    bytes.extend(b"\xff\n");
    fs::write(corpus.path("cases/more.jsonl"), bytes).unwrap();
    corpus.tells_only("cases/more.jsonl:3", "is not UTF-8");
}

#[test]
fn an_unknown_field_is_refused() {
    let corpus = Corpus::sound();
    corpus.replace(
        "cases/fence.jsonl",
        r#""class":"fence","response":"```\n{\"a\":1}"#,
        r#""klass":"fence","response":"```\n{\"a\":1}"#,
    );
    corpus.tells("cases/fence.jsonl:1: fence/plain", "unknown field `klass`");
}

#[test]
fn a_case_must_fit_the_schema_even_where_the_typed_form_is_content() {
    let corpus = Corpus::sound();
    corpus.replace(
        "cases/fence.jsonl",
        r#""note":"An open fence stays.""#,
        r#""note":"""#,
    );
    corpus.tells_only(
        "cases/fence.jsonl:2: fence/open",
        "does not fit schema/case.schema.json at `/note`",
    );
}

#[test]
fn a_case_must_fit_the_typed_form_even_where_the_schema_is_content() {
    let corpus = Corpus::sound();
    corpus.replace(
        "cases/fence.jsonl",
        r#""value_text":"{\"a\":1}""#,
        r#""value_text":"{\"a\":1""#,
    );
    corpus.tells_only(
        "cases/fence.jsonl:1: fence/plain",
        "`value_text` is no JSON text",
    );
}

#[test]
fn an_expected_value_is_one_that_an_answer_can_equal() {
    let value = r#""value_text":"{\"a\":1}""#;
    for (field, what) in [
        (
            r#""value_text":"{\"a\":1,\"\\u0061\":1}""#,
            "`value_text` holds a key twice",
        ),
        (
            r#""value_text":"{\"a\":\"\\ud800\"}""#,
            "`value_text` is not strict JSON, or with a lone surrogate",
        ),
        (
            r#""value_text":"{\"a\":1}","text":"{\"a\":1,\"a\":1}""#,
            "`text` holds a key twice",
        ),
        (
            r#""value_text":"{\"a\":1}","text":"{\"a\":10}""#,
            "`value_text` and `text` have different values",
        ),
    ] {
        let corpus = Corpus::sound();
        corpus.replace("cases/fence.jsonl", value, field);
        corpus.tells_only("cases/fence.jsonl:1: fence/plain", what);
    }
    let corpus = Corpus::sound();
    let lenient = r#""reasons":["parse"],"lenient_value_text":"{\"a\":[{\"b\":1,\"b\":2}]}""#;
    corpus.replace("cases/fence.jsonl", r#""reasons":["parse"]"#, lenient);
    corpus.tells_only(
        "cases/fence.jsonl:2: fence/open",
        "`lenient_value_text` holds a key twice",
    );
}

#[test]
fn a_response_to_which_no_rule_applies_is_its_own_value() {
    let corpus = Corpus::sound();
    corpus.replace(
        "cases/contract.jsonl",
        r#""value_text":"{\"a\":"#,
        r#""value_text":"{\"b\":"#,
    );
    corpus.tells_only(
        "cases/contract.jsonl:1: contract/whole",
        "no rule applies to the response",
    );
    let corpus = Corpus::sound();
    let plain = r#"{"id":"fence/none","profile":"parse","requirements":["FEN-1"],"level":"must","class":"fence","response":"[1.0]","expect":{"outcome":"accepted","value_text":"[1]"},"note":"As it stands."}"#;
    corpus.append("cases/fence.jsonl", plain);
    assert_eq!(
        corpus.lines(corpus.write(Change::default())),
        [""; 0],
        "two spellings of one decimal"
    );
    corpus.replace("cases/fence.jsonl", "[1.0]", "[1.01]");
    corpus.tells_only(
        "cases/fence.jsonl:3: fence/none",
        "no rule applies to the response",
    );
}

#[test]
fn a_response_stands_whole_or_in_parts() {
    let corpus = Corpus::sound();
    corpus.replace(
        "cases/contract.jsonl",
        r#""contract":"small","#,
        r#""contract":"small","response_parts":["{}"],"#,
    );
    corpus.tells(
        "cases/contract.jsonl:1: contract/whole",
        "`response` and its form in parts are both given",
    );
    let corpus = Corpus::sound();
    corpus.replace(
        "cases/contract.jsonl",
        r#","response":"{\"a\":\"CANARY-C1\"}""#,
        "",
    );
    corpus.tells(
        "cases/contract.jsonl:1: contract/whole",
        "`response` is missing",
    );
}

#[test]
fn an_id_that_is_taken_is_told_with_the_place_that_has_it() {
    let corpus = Corpus::sound();
    corpus.append("cases/fence.jsonl", FENCE.lines().next().unwrap());
    corpus.tells_only("cases/fence.jsonl:3: fence/plain", "cases/fence.jsonl:1");
}

#[test]
fn an_id_begins_with_its_files_stem() {
    let corpus = Corpus::sound();
    corpus.replace("cases/fence.jsonl", "fence/plain", "fences/plain");
    corpus.tells_only(
        "cases/fence.jsonl:1: fences/plain",
        "the id must be `fence/<name>`",
    );
}
