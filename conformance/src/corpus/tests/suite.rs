//! What a run loads: the suite, own cases and own contracts.

use super::*;

#[test]
fn a_run_loads_cases_contracts_and_the_suites_name() {
    let corpus = Corpus::sound();
    let suite = Suite::load(corpus.folder.path()).unwrap();
    assert_eq!(suite.version, "1.0");
    assert_eq!(suite.sha256, corpus.check().unwrap().manifest.sha256);
    let ids: Vec<_> = suite.cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "contract/whole",
            "contract/unknown-member",
            "fence/plain",
            "fence/open"
        ]
    );
    assert_eq!(
        suite.cases[1].ask,
        Ask::Load {
            contract: "refused/odd".to_owned()
        }
    );
    let contract = &suite.contracts["small"];
    assert!(!contract.contains('\n'), "a message is one line");
    assert_eq!(contract, SMALL.trim().replace('\n', " ").as_str());
    assert!(suite.contracts.contains_key("refused/odd"));
}

#[test]
fn a_run_on_edited_files_does_not_go_by_the_suites_name() {
    let corpus = Corpus::sound();
    let sound = Suite::load(corpus.folder.path()).unwrap();
    corpus.replace("cases/fence.jsonl", "A fence goes.", "A fence goes away.");
    let edited = Suite::load(corpus.folder.path()).unwrap();
    assert_eq!(edited.version, "1.0-modified");
    assert_ne!(edited.sha256, sound.sha256);
}

#[test]
fn a_run_is_refused_where_an_id_is_doubled() {
    let corpus = Corpus::sound();
    corpus.append("cases/fence.jsonl", FENCE);
    let faults = Suite::load(corpus.folder.path()).unwrap_err();
    assert_eq!(faults.0.len(), 2, "{faults}");
}

/// A folder of own cases.
fn own(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

const MINE: &str = r#"{"id":"mine/one","profile":"normalize","contract":"ours","response":"{}","expect":{"outcome":"accepted","value_text":"{}"}}
{"id":"mine/two","profile":"normalize","contract":"small","response":"{}","expect":{"outcome":"accepted","value_text":"{}"}}
"#;

#[test]
fn own_cases_stand_beside_the_suite_under_ids_of_their_own() {
    let corpus = Corpus::sound();
    let mut suite = Suite::load(corpus.folder.path()).unwrap();
    let sha256 = suite.sha256.clone();
    let folder = own(&[
        ("mine.jsonl", MINE),
        ("contracts/ours.json", SMALL),
        ("cases/more.jsonl", &FENCE.replace("fence/", "more/")),
    ]);
    suite.add_own_cases(folder.path()).unwrap();
    let added: Vec<_> = suite.cases[4..]
        .iter()
        .map(|case| (case.id.as_str(), case.origin))
        .collect();
    let ids = [
        "own/mine/one",
        "own/mine/two",
        "own/more/plain",
        "own/more/open",
    ];
    assert_eq!(added, ids.map(|id| (id, Origin::Own)));
    assert!(suite.contracts.contains_key("ours"));
    assert_eq!(suite.sha256, sha256, "the suite is what it was");
}

#[test]
fn own_cases_may_name_a_contract_given_by_file() {
    let corpus = Corpus::sound();
    let mut suite = Suite::load(corpus.folder.path()).unwrap();
    let folder = own(&[("mine.jsonl", MINE), ("elsewhere/ours.json", SMALL)]);
    let faults = suite.add_own_cases(folder.path()).unwrap_err().to_string();
    assert!(
        faults.contains("mine.jsonl:1: mine/one: names the contract `ours`"),
        "{faults}"
    );
    assert_eq!(
        suite.cases.len(),
        4,
        "nothing is added where something is wrong"
    );
    suite
        .add_contract(&folder.path().join("elsewhere/ours.json"))
        .unwrap();
    suite.add_own_cases(folder.path()).unwrap();
    assert_eq!(suite.cases.len(), 6);
}

#[test]
fn what_is_wrong_with_own_cases_is_told() {
    let corpus = Corpus::sound();
    let mut suite = Suite::load(corpus.folder.path()).unwrap();
    let taken = own(&[
        ("mine.jsonl", MINE),
        ("contracts/small.json", SMALL),
        ("contracts/ours.json", "{"),
    ]);
    let faults = suite.add_own_cases(taken.path()).unwrap_err().to_string();
    assert!(
        faults.contains("small.json: the contract name `small` is already taken"),
        "{faults}"
    );
    assert!(
        faults.contains("ours.json: is not of the form that is due"),
        "{faults}"
    );
    let empty = own(&[("notes.txt", "")]);
    assert!(
        suite
            .add_own_cases(empty.path())
            .unwrap_err()
            .to_string()
            .contains("holds no case file")
    );
    let missing = suite
        .add_own_cases(&empty.path().join("nowhere"))
        .unwrap_err()
        .to_string();
    assert!(missing.contains("nowhere: cannot be read"), "{missing}");
}

#[test]
fn no_finding_about_an_own_case_quotes_its_response() {
    let corpus = Corpus::sound();
    let mut suite = Suite::load(corpus.folder.path()).unwrap();
    for line in [
        r#"{"id":"mine/one","profile":"parse","response_parts":"SECRET","expect":{"outcome":"rejected","reasons":["parse"]}}"#,
        r#"{"id":"mine/one","profile":"parse","response":"SECRET","expect":{"outcome":"accepted","value_text":"SECRET"}}"#,
        r#"{"id":"mine/one","profile":"parse","response":["SECRET"],"expect":{"outcome":"accepted","value_text":"1"}}"#,
        r#"{"id":"mine/one","profile":"parse","response":{"SECRET":1},"expect":"SECRET"}"#,
    ] {
        let faults = suite
            .add_own_cases(own(&[("mine.jsonl", line)]).path())
            .unwrap_err()
            .to_string();
        assert!(faults.contains("mine.jsonl:1: mine/one: "), "{faults}");
        assert!(!faults.contains("SECRET"), "{faults}");
    }
}

#[test]
fn an_own_case_that_no_answer_can_be_held_against_is_refused() {
    let corpus = Corpus::sound();
    let mut suite = Suite::load(corpus.folder.path()).unwrap();
    let case = |times: usize| {
        format!(
            r#"{{"id":"mine/long","profile":"parse","response_parts":["[",{{"repeat":"0,","times":{times}}},"0]"],"expect":{{"outcome":"accepted","value_parts":["[",{{"repeat":"0,","times":{times}}},"0 ]"]}}}}"#
        )
    };
    let most = own(&[("mine.jsonl", &case(MAX_VALUES - 2))]);
    suite.add_own_cases(most.path()).unwrap();
    let too_many = own(&[("mine.jsonl", &case(MAX_VALUES - 1))]);
    let faults = suite
        .add_own_cases(too_many.path())
        .unwrap_err()
        .to_string();
    assert!(
        faults.contains("mine.jsonl:1: mine/long: `value_text`")
            && faults.contains("more than 500000 values"),
        "{faults}"
    );
}
