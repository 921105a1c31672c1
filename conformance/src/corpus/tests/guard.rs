//! Guard contracts and runs in a corpus: what each names is there, and fits its schema.

use super::*;

const GUARD: &str = r#"{"tool":"crm.get","effect":"read","content_types":["application/json"],"max_chars":10,"schema_version":{"path":"/a","accepted":[1]},"invariants":[{"name":"a","schema":{}}]}"#;
const RUN: &str = r#"{"id":"run-small/plain","profile":"guard","requirements":["CON-1"],"level":"must","class":"run","run":{"contracts":{"crm.get":"guard-small"},"steps":[{"call":"crm.get","outputs":[{"transport":"ok","status":200,"content_type":"application/json","body":"{}"}]}]},"expect":{"steps":[{"verdict":"valid","tries":1}],"stop":null,"metrics":{"all":{"calls":1,"tool_2xx_rate":"1/1","tool_output_invalid_rate":"0/1"}}},"note":"A call is made."}
"#;

/// A corpus with a guard contract and a run that names it.
fn guarded(contract: &str, run: &str) -> Vec<String> {
    let corpus = Corpus::sound();
    corpus.put("contracts/guard-small.json", contract);
    corpus.put("cases/run-small.jsonl", run);
    corpus.lines(corpus.write(Change::default()))
}

#[test]
fn a_run_uses_the_contracts_that_it_names() {
    assert_eq!(guarded(GUARD, RUN), [] as [&str; 0]);
    let told = guarded(GUARD, &RUN.replace("guard-small\"", "small\""));
    assert!(
        told.iter()
            .any(|fault| fault.contains("no case names this contract")),
        "{told:?}"
    );
    let told = guarded(GUARD, &RUN.replace("guard-small\"", "guard-none\""));
    assert!(
        told.iter()
            .any(|fault| fault.contains("names the contract `guard-none`")),
        "{told:?}"
    );
}

#[test]
fn a_guard_contract_fits_the_schema_of_guard_contracts() {
    for (from, to) in [
        (r#""tool":"crm.get""#, r#""tool":"""#),
        (r#""effect":"read""#, r#""effect":"final""#),
        (r#""effect":"read","#, ""),
        (r#""effect":"read""#, r#""effect":"read","efect":1"#),
        ("application/json", "application/*"),
        ("application/json", "application/json; charset=utf-8"),
        ("application/json", "json"),
        (r#"["application/json"]"#, "[]"),
        (r#"["application/json"]"#, r#"["a/b","a/b"]"#),
        (":10,", ":0,"),
        (":10,", ":1.5,"),
        (":10,", ":9007199254740992,"),
        (":10,", ":null,"),
        (r#""/a""#, r#""a""#),
        (r#""/a""#, r#""/*""#),
        (r#""/a""#, r#""/b/*/c""#),
        (r#""/a""#, r#""/~2""#),
        (r#""accepted":[1]"#, r#""accepted":[]"#),
        (r#""accepted":[1]"#, r#""accepted":[1,1.0]"#),
        (r#""accepted":[1]"#, r#""accepted":[[]]"#),
        (r#""accepted":[1]"#, r#""accepted":[1],"x":1"#),
        (r#","accepted":[1]"#, ""),
        (r#""name":"a""#, r#""name":"a b""#),
        (r#""name":"a","#, ""),
        (r#""name":"a""#, r#""name":"a","x":1"#),
        (r#""schema":{}"#, r#""schema":true"#),
    ] {
        assert!(GUARD.contains(from), "{from}");
        let told = guarded(&GUARD.replacen(from, to, 1), RUN);
        let is_told =
            |fault: &String| fault.contains("does not fit schema/guard-contract.schema.json");
        assert!(told.iter().any(is_told), "{from} {to}: {told:?}");
    }
    for (from, to) in [
        (r#""/a""#, r#""""#),
        (r#""/a""#, r#""/**/a*/ü/""#),
        (r#"{"path":"/a","accepted":[1]}"#, "null"),
        (r#""accepted":[1]"#, r#""accepted":[1,"1",null,true]"#),
        ("application/json", "application/problem+json"),
    ] {
        assert!(GUARD.contains(from), "{from}");
        assert_eq!(
            guarded(&GUARD.replacen(from, to, 1), RUN),
            [] as [&str; 0],
            "{to}"
        );
    }
}

#[test]
fn a_tools_output_is_a_guard_contract() {
    let with = |output: &str| {
        SMALL.replace(
            "\"phase\"",
            &format!("\"tools\":{{\"t\":{{\"effect\":\"read\",\"output\":{output}}}}},\"phase\""),
        )
    };
    let corpus = Corpus::sound();
    corpus.put("contracts/small.json", &with(GUARD));
    assert!(corpus.write(Change::default()).is_ok());
    corpus.put("contracts/small.json", &with("{}"));
    corpus.tells(
        "contracts/small.json",
        "does not fit schema/contract.schema.json",
    );
}

#[test]
fn stated_rates_and_valid_bodies_are_held_against_the_case_itself() {
    for (from, to, due) in [
        (r#""0/1""#, r#""1/1""#, "are not the rates of the steps"),
        (
            r#""calls":1"#,
            r#""calls":2"#,
            "are not the rates of the steps",
        ),
    ] {
        let told = guarded(GUARD, &RUN.replace(from, to));
        assert!(
            told.iter().any(|fault| fault.contains(due)),
            "{to}: {told:?}"
        );
    }
    let single = |output: &str| {
        format!(
            r#"{{"id":"run-small/one","profile":"guard","requirements":["CON-1"],"level":"must","class":"run","contract":"guard-small","output":{output},"expect":{{"verdict":"valid"}},"note":"One output."}}"#
        )
    };
    for (output, due) in [
        (r#"{"transport":"timeout"}"#, "no 2xx, no body or no text"),
        (
            r#"{"transport":"ok","status":206,"body":"{}"}"#,
            "no 2xx, no body or no text",
        ),
        (
            r#"{"transport":"ok","status":200,"body_base64":"/w=="}"#,
            "no 2xx, no body or no text",
        ),
        (r#"{"transport":"ok","status":200,"body":"{"}"#, "`body` is"),
        (
            r#"{"transport":"ok","status":200,"body":"{\"a\":1,\"a\":1}"}"#,
            "holds a key twice",
        ),
    ] {
        let told = guarded(GUARD, &single(output));
        assert!(
            told.iter().any(|fault| fault.contains(due)),
            "{output}: {told:?}"
        );
    }
}

#[test]
fn a_run_to_look_at_has_its_form_and_its_contracts() {
    const LOOK: &str = r#"{"run":1,"contracts":{"crm.get":"../contracts/guard-small.json"},"steps":[{"call":"crm.get","outputs":[{"transport":"ok","status":200,"body":"{}"}]},{"think":true}]}"#;
    let told = |run: &str| {
        let corpus = Corpus::sound();
        corpus.put("contracts/guard-small.json", GUARD);
        corpus.put("cases/run-small.jsonl", RUN);
        corpus.put("runs/look.json", run);
        corpus.lines(corpus.write(Change::default()))
    };
    assert_eq!(told(LOOK), [] as [&str; 0]);
    for (from, to, due) in [
        (
            "guard-small",
            "guard-none",
            "names the file `contracts/guard-none.json`",
        ),
        (
            r#""run":1"#,
            r#""run":2"#,
            "does not fit schema/run.schema.json",
        ),
        (
            r#""body":"{}""#,
            r#""text":"{}""#,
            "does not fit schema/run.schema.json",
        ),
        (
            r#""call":"crm.get""#,
            r#""call":"crm.get","write":"a""#,
            "does not fit schema/run.schema.json",
        ),
        ("[{\"call\"", "{\"call\"", "is not of the form that is due"),
    ] {
        let told = told(&LOOK.replacen(from, to, 1));
        assert!(
            told.iter().any(|fault| fault.contains(due)),
            "{to}: {told:?}"
        );
    }
}
