//! Faults between files: contracts, requirements, canaries, field reports and schemas.

use super::*;

#[test]
fn a_contract_that_a_case_names_exists() {
    let corpus = Corpus::sound();
    corpus.replace("cases/contract.jsonl", "\"small\"", "\"smal\"");
    let lines = corpus.lines(corpus.write(Change::default()));
    assert!(lines.iter().any(|line| {
        line.starts_with("cases/contract.jsonl:1: contract/whole: names the contract `smal`")
    }));
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("contracts/small.json: no case names this contract")),
        "{lines:#?}"
    );
    assert_eq!(lines.len(), 2);
}

#[test]
fn refused_contracts_are_for_cases_that_expect_a_refusal_and_no_others() {
    let corpus = Corpus::sound();
    let whole = CONTRACT
        .lines()
        .next()
        .unwrap()
        .replace("whole", "odd")
        .replace("\"small\"", "\"refused/odd\"");
    corpus.append("cases/contract.jsonl", &whole.replace("C1", "C2"));
    corpus.tells_only(
        "cases/contract.jsonl:4: contract/odd",
        "reads a response under `refused/odd`",
    );
    let corpus = Corpus::sound();
    let refusal = CONTRACT
        .lines()
        .last()
        .unwrap()
        .replace("unknown-member", "small")
        .replace("refused/odd", "small");
    corpus.append("cases/contract.jsonl", &refusal);
    corpus.tells_only(
        "cases/contract.jsonl:4: contract/small",
        "expects that `small` is refused",
    );
}

#[test]
fn a_contract_must_be_json_and_fit_its_schema_unless_it_is_there_to_be_refused() {
    let corpus = Corpus::sound();
    corpus.replace("contracts/small.json", "\"phase\"", "\"phrase\"");
    corpus.tells(
        "contracts/small.json",
        "does not fit schema/contract.schema.json",
    );
    corpus.put("contracts/small.json", "{");
    let lines = corpus.lines(corpus.write(Change::default()));
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("contracts/small.json: is not of the form that is due"))
    );
}

#[test]
fn a_requirement_that_a_case_names_exists() {
    let corpus = Corpus::sound();
    corpus.replace("cases/fence.jsonl", "FEN-2", "FEN-9");
    corpus.tells_only(
        "cases/fence.jsonl:2: fence/open",
        "`FEN-9`, which SPEC.md does not have",
    );
}

#[test]
fn a_canary_belongs_to_one_case_however_often_it_stands_in_it() {
    let corpus = Corpus::sound();
    corpus.replace("cases/fence.jsonl", "CANARY-F1", "CANARY-C1");
    corpus.tells_only(
        "cases/fence.jsonl:2: fence/open",
        "the canary `CANARY-C1` is also planted at cases/contract.jsonl:1: contract/whole",
    );
    corpus.replace("cases/fence.jsonl", "CANARY-C1", "CANARY-C12");
    assert_eq!(
        corpus.lines(corpus.write(Change::default())),
        [""; 0],
        "a longer token is another token"
    );
}

#[test]
fn every_field_report_is_accounted_for() {
    let corpus = Corpus::sound();
    corpus.replace("field-reports.json", "\"FR-007\"", "\"FR-070\"");
    let lines = corpus.lines(corpus.write(Change::default()));
    assert!(
        lines[0].starts_with("field-reports.json:8: FR-070: is listed twice or is no field report"),
        "{lines:#?}"
    );
    assert!(
        lines[1].starts_with("field-reports.json: FR-007: the field report is not accounted for"),
        "{lines:#?}"
    );
    assert_eq!(lines.len(), 2);
}

#[test]
fn a_field_report_names_cases_that_exist_or_says_why_it_has_none() {
    let corpus = Corpus::sound();
    let named = r#"{"id": "FR-065", "cases": ["fence/open"]}"#;
    corpus.replace(
        "field-reports.json",
        named,
        r#"{"id": "FR-065", "cases": ["fence/shut"]}"#,
    );
    corpus.tells_only(
        "field-reports.json:66: FR-065",
        "the case `fence/shut`, which does not exist",
    );
    let corpus = Corpus::sound();
    corpus.replace(
        "field-reports.json",
        named,
        r#"{"id": "FR-065", "cases": []}"#,
    );
    let lines = corpus.lines(corpus.write(Change::default()));
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("field-reports.json:66: FR-065: must name its cases")),
        "{lines:#?}"
    );
    corpus.replace(
        "field-reports.json",
        r#"{"id": "FR-065", "cases": []}"#,
        r#"{"id": "FR-065", "cases": [], "waits": "guard"}"#,
    );
    assert_eq!(corpus.lines(corpus.write(Change::default())), [""; 0]);
}

#[test]
fn a_schema_of_the_corpus_must_be_one() {
    let corpus = Corpus::sound();
    corpus.put(
        "schema/protocol/odd.schema.json",
        r#"{"properties": {"a": {"type": "strin"}}}"#,
    );
    corpus.tells_only(
        "schema/protocol/odd.schema.json",
        "is no JSON Schema of draft 2020-12, at `/properties/a/type`",
    );
}

#[test]
fn all_findings_are_told_at_once() {
    let corpus = Corpus::sound();
    corpus.replace("cases/fence.jsonl", "FEN-1", "FEN-8");
    corpus.replace("cases/fence.jsonl", "FEN-2", "FEN-9");
    corpus.append("cases/contract.jsonl", "{}");
    let lines = corpus.lines(corpus.check());
    for place in [
        "cases/fence.jsonl:1: fence/plain",
        "cases/fence.jsonl:2: fence/open",
        "cases/contract.jsonl:4",
        "manifest.json",
    ] {
        assert!(
            lines.iter().any(|line| line.starts_with(place)),
            "{place}: {lines:#?}"
        );
    }
}

/// A script of a session that names the contract `small` and the policy `plain`.
const SCRIPT: &str = r#"{"script": 1, "contract": "small", "policy": "plain", "turns": [],
    "ends": {"open": "call", "calls": 1, "repairs": 0, "actions": 0}}"#;

fn with_a_session() -> Corpus {
    let corpus = Corpus::sound();
    corpus.put("policies/plain.json", "{}");
    corpus.put("sessions/short.json", SCRIPT);
    corpus.put("sessions/short.txt", "call-1\n");
    assert!(corpus.write(Change::default()).is_ok());
    corpus
}

#[test]
fn a_session_has_a_contract_and_a_policy_that_are_there() {
    let corpus = with_a_session();
    corpus.replace("sessions/short.json", "\"small\"", "\"large\"");
    corpus.tells_only("sessions/short.json", "`contracts/large.json`");
    let corpus = with_a_session();
    corpus.replace("sessions/short.json", "\"plain\"", "\"other\"");
    corpus.tells_only("sessions/short.json", "`policies/other.json`");
    let corpus = with_a_session();
    corpus.replace("sessions/short.json", "\"plain\"", "{}");
    assert!(corpus.write(Change::default()).is_ok());
}

#[test]
fn a_session_and_its_course_stand_side_by_side() {
    let corpus = with_a_session();
    fs::remove_file(corpus.path("sessions/short.txt")).unwrap();
    corpus.tells_only("sessions/short.txt", "is missing");
    let corpus = with_a_session();
    fs::remove_file(corpus.path("sessions/short.json")).unwrap();
    corpus.tells_only("sessions/short.json", "is missing");
}

#[test]
fn a_script_and_a_policy_fit_their_schema() {
    let corpus = with_a_session();
    corpus.replace("sessions/short.json", "\"calls\"", "\"call\"");
    corpus.tells(
        "sessions/short.json",
        "does not fit schema/session-script.schema.json",
    );
    let corpus = with_a_session();
    corpus.put("policies/plain.json", r#"{"response_recovery_version": 2}"#);
    corpus.tells_only(
        "policies/plain.json",
        "does not fit schema/policy.schema.json",
    );
}

/// A fixture of a prompt under a contract that no case names.
const FIXTURE: &str = r#"{"fixture": 1, "note": "Short.", "contract": "prompt-small", "policy": "plain", "response": "{}",
    "path": "/a", "schema": "{}", "answer": "{}", "result": "{}"}"#;

#[test]
fn a_fixture_of_a_prompt_fits_its_schema_and_names_what_is_there() {
    let with_a_fixture = || {
        let corpus = Corpus::sound();
        corpus.put("policies/plain.json", "{}");
        corpus.put("contracts/prompt-small.json", SMALL);
        corpus.put("prompts/short.json", FIXTURE);
        assert!(corpus.write(Change::default()).is_ok());
        corpus
    };
    let corpus = with_a_fixture();
    corpus.replace("prompts/short.json", "\"plain\"", "\"other\"");
    corpus.tells_only("prompts/short.json", "`policies/other.json`");
    let corpus = with_a_fixture();
    corpus.replace("prompts/short.json", "\"prompt-small\"", "\"small\"");
    corpus.tells_only("contracts/prompt-small.json", "no case names this contract");
    let corpus = with_a_fixture();
    corpus.replace("prompts/short.json", "\"note\"", "\"nota\"");
    corpus.tells(
        "prompts/short.json",
        "does not fit schema/prompt-fixture.schema.json",
    );
}
