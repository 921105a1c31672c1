//! A case as a line of a case file.

use serde::Serialize;
use serde_json::value::RawValue;

use super::guard::GuardLine;
use super::output::Written;
use super::run_written::{self, RunLine};
use super::script_written::{ExpectLine, StepLine, expectation, raw, step};
use super::{Ask, Case, Category, Expectation, Finish, Level, Profile, Rule, StepExpectation};

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    profile: Profile,
    requirements: &'a [String],
    level: Level,
    class: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    contract: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finish: Option<Finish>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<StepLine<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<Written<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<RunLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expect: Option<Expected<'a>>,
    note: &'a str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Expected<'a> {
    Outcome(Expect<'a>),
    Verdict(GuardLine),
    Run(run_written::ExpectLine<'a>),
}

#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
enum Expect<'a> {
    Accepted {
        value_text: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        rules: Option<&'a [Rule]>,
        #[serde(skip_serializing_if = "Option::is_none")]
        result: Option<&'a str>,
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        reasons: &'a [Category],
    },
    Repair {
        path: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<&'a str>,
        rules: &'a [Rule],
    },
    Rejected {
        reasons: &'a [Category],
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        paths: &'a [String],
        #[serde(skip_serializing_if = "Option::is_none")]
        lenient_value_text: Option<&'a str>,
    },
    Refused,
}

/// Writes what must come of a step, as a line of a case file has it.
pub(super) fn step_expectation(expect: &StepExpectation) -> String {
    let line: ExpectLine<'_> = expectation(expect);
    serde_json::to_string(&line).unwrap_or_default()
}

/// Writes what must come of an output or of a run, as a line of a case file has it; nothing where neither is asked.
pub(super) fn guard_expectation(expect: &Expectation) -> Option<String> {
    let written = match expect {
        Expectation::Guard(due) => serde_json::to_string(&GuardLine::of(due)),
        Expectation::Run(due) => serde_json::to_string(&run_written::expectation(due)),
        _ => return None,
    };
    written.ok()
}

/// Writes the member `expect` of a line.
fn expected(case: &Case) -> Option<Expected<'_>> {
    let outcome = match &case.expect {
        Expectation::Guard(due) => return Some(Expected::Verdict(GuardLine::of(due))),
        Expectation::Run(due) => return Some(Expected::Run(run_written::expectation(due))),
        Expectation::Accepted(due) => Some(Expect::Accepted {
            value_text: &due.value_text,
            text: due.text.as_deref(),
            rules: due.rules.as_deref(),
            result: due.result.as_deref(),
            reasons: &due.reasons,
        }),
        Expectation::Rejected(due) => Some(Expect::Rejected {
            reasons: &due.reasons,
            paths: &due.paths,
            lenient_value_text: due.lenient_value_text.as_deref(),
        }),
        Expectation::Repair(due) => Some(Expect::Repair {
            path: &due.path,
            text: due.text.as_deref(),
            rules: &due.rules,
        }),
        Expectation::Refused => Some(Expect::Refused),
        Expectation::Steps => None,
    };
    outcome.map(Expected::Outcome)
}

/// Writes a case.
pub(super) fn line(case: &Case) -> String {
    let (policy, steps) = match &case.ask {
        Ask::Session(script) => (
            script.policy.as_deref().and_then(raw),
            Some(script.steps.iter().map(step).collect()),
        ),
        _ => (None, None),
    };
    let line = Line {
        id: &case.id,
        profile: case.profile,
        requirements: &case.requirements,
        level: case.level(),
        class: &case.class,
        contract: case.contract(),
        response: case.response(),
        finish: case.finish(),
        answer: match &case.ask {
            Ask::Repair { answer, .. } => Some(answer),
            _ => None,
        },
        policy,
        steps,
        output: match &case.ask {
            Ask::Guard { output, .. } => Some(output.written()),
            _ => None,
        },
        run: match &case.ask {
            Ask::Run(run) => Some(run_written::run(run)),
            _ => None,
        },
        expect: expected(case),
        note: &case.note,
    };
    let written = serde_json::to_string(&line);
    debug_assert!(written.is_ok(), "every part of a case can be written");
    written.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SESSION: &str = r#"{"id":"a/b","profile":"session","contract":"c","policy":{"response_recovery_version":1.0},"steps":[
        {"open":true,"expect":{"commands":[{"call":"regular","provider":"a","notice":{"category":"parse","path":""},"hint":[{"rule":"fence","path":""}]}],"invalid_responses":0,"actions_left":null,"stopped":null}},
        {"respond":"x","finish":"stop","to":1,"expect":{"error":["event","session"]}},
        {"respond":"x","expect":{"commands":[{"call":"repair","path":"/a"},{"execute":"t","arguments_text":"{}"},{"stop":"concluded","next_step":"none","checked":["parse"]}],"state_changes_text":"[1.0]","stopped":"concluded","rules":[{"rule":"fence","path":""}],"text":"t"}},
        {"transport_error":"timeout","to":"nobody","expect":{"actions_left":3}},
        {"result":null,"bindings":{"a":1e400},"expect":{}},
        {"output":{"transport":"ok","status":204,"body":""},"bindings":{"a":1},"to":0,"expect":{"verdict":"corrupt","stopped":"response_corruption:content_type_mismatch","commands":[{"stop":"response_corruption:schema:a:b","checked":["transport","content_type","size","schema_version","invariants"]}]}},
        {"resume":{},"expect":{}},
        {"resume":{"policy":null,"contract":"d","spoil":"cut_checkpoint"},"expect":{"error":"checkpoint"}},
        {"resume":{"policy":{"max_invalid_responses":1}},"expect":{"error":"policy:mismatch"}}]}"#;

    const RUN: &str = r#"{"id":"a/b","profile":"guard","run":{"contracts":{"a":"one","b":"two"},"policy":{"on_corruption":"block_writes"},"steps":[
        {"call":"a","outputs":[{"transport":"timeout"},{"transport":"ok","status":200,"body":"{}"}],"depends_on":[7]},
        {"think":true},{"call":"c","outputs":[{"transport":"timeout"}]},{"call":"a","outputs":[{"transport":"timeout"}]},{"call":"b","outputs":[{"transport":"timeout"}]},
        {"write":"b","output":{"transport":"timeout"}},{"write":"b","depends_on":[]}]},"expect":{"steps":[
        {"verdict":"valid","tries":2,"used":"b"},{"skipped":true},{"verdict":"refused","stop_reasons":["policy:no_contract"]},
        {"verdict":"tool_failure","stop_reasons":["tool_timeout"],"tries":1},{"write":"blocked"},
        {"write":"allowed","verdict":"tool_failure","stop_reasons":["tool_timeout","tool_unavailable"],"effect":"unknown"},{"write":"blocked"}],
        "stop":[null,{"stop_reasons":["tool_timeout"],"checked":[],"next_step":"partial_answer"}],
        "metrics":{"all":{"calls":3,"tool_2xx_rate":"1/3","tool_output_invalid_rate":"0/1"}}}}"#;

    #[test]
    fn a_case_that_is_written_is_read_back_and_fits_its_schema() {
        let schema = include_str!("../../../corpus/schema/case.schema.json");
        let schema = jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap();
        for line in [
            r#"{"id":"a/b","profile":"parse","requirements":["PAR-1"],"level":"may","class":"cut","response":"\u0000\n","finish":"stop","expect":{"outcome":"accepted","value_text":"1.50","text":"x","rules":[{"rule":"fence","path":""}],"reasons":["parse"]},"note":"n"}"#,
            r#"{"id":"a/b","profile":"normalize","contract":"c","response":"","expect":{"outcome":"rejected","reasons":["parse","limit"],"paths":["","/a"],"lenient_value_text":"{}"}}"#,
            r#"{"id":"a/b","profile":"normalize","contract":"refused/c","expect":{"outcome":"refused"}}"#,
            r#"{"id":"a/b","profile":"guard","contract":"refused/c","expect":{"outcome":"refused"}}"#,
            r#"{"id":"a/b","profile":"guard","contract":"c","output":{"transport":"ok","status":200,"content_type":"a/b","body_base64":"/w=="},"expect":{"verdict":"corrupt","stop_reasons":["response_corruption:schema:a","response_corruption:invariant:b"]}}"#,
            r#"{"id":"a/b","profile":"guard","contract":"c","level":"may","output":{"transport":"ok","status":0,"body_parts":["{",{"base64":"fQ=="},{"repeat":" ","times":3}]},"expect":{"verdict":"valid","stop_reasons":["response_corruption:invalid_json"]}}"#,
            r#"{"id":"a/b","profile":"guard","contract":"c","output":{"transport":"unreachable"},"expect":{"verdict":"tool_failure","stop_reasons":["tool_unavailable"]}}"#,
            RUN,
            r#"{"id":"a/b","profile":"guard","run":{"contracts":{},"policy":null,"steps":[{"call":"a","outputs":[]},{"call":"a","write":"b"},{}]},"expect":{"error":["policy:invalid","request","contract"]}}"#,
            r#"{"id":"a/b","profile":"repair","contract":"c","response":"r","expect":{"outcome":"repair","path":"/a","text":"t","rules":[{"rule":"fence","path":""}]}}"#,
            r#"{"id":"a/b","profile":"repair","contract":"c","response":"r","finish":"length","answer":"a","expect":{"outcome":"accepted","value_text":"1","text":"t","result":"1"}}"#,
            SESSION,
        ] {
            let mut case = Case::from_line(&line.replace('\n', " ")).unwrap();
            assert_eq!(Case::from_line(&case.to_line()).unwrap(), case, "{line}");
            case.requirements = vec!["GRD-1".to_owned()];
            case.class = "a-b".to_owned();
            case.note = "n".to_owned();
            let document = serde_json::from_str(&case.to_line().replace("1e400", "1")).unwrap();
            assert!(schema.is_valid(&document), "{}", case.to_line());
        }
    }
}
