//! A case as a line of a case file.

use serde::Serialize;

use super::{Ask, Case, Category, Expectation, Finish, Level, Profile, Rule};

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
    expect: Expect<'a>,
    note: &'a str,
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
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        reasons: &'a [Category],
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

/// Writes a case.
pub(super) fn line(case: &Case) -> String {
    let finish = match &case.ask {
        Ask::Parse { finish, .. } | Ask::Recover { finish, .. } => *finish,
        Ask::Load { .. } => None,
    };
    let expect = match &case.expect {
        Expectation::Accepted(due) => Expect::Accepted {
            value_text: &due.value_text,
            text: due.text.as_deref(),
            rules: due.rules.as_deref(),
            reasons: &due.reasons,
        },
        Expectation::Rejected(due) => Expect::Rejected {
            reasons: &due.reasons,
            paths: &due.paths,
            lenient_value_text: due.lenient_value_text.as_deref(),
        },
        Expectation::Refused => Expect::Refused,
    };
    let line = Line {
        id: &case.id,
        profile: case.profile,
        requirements: &case.requirements,
        level: case.level(),
        class: &case.class,
        contract: case.contract(),
        response: case.response(),
        finish,
        expect,
        note: &case.note,
    };
    let written = serde_json::to_string(&line);
    debug_assert!(written.is_ok(), "every part of a case can be written");
    written.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_that_is_written_is_read_back() {
        for line in [
            r#"{"id":"a/b","profile":"parse","requirements":["PAR-1"],"level":"may","class":"cut","response":"\u0000\n","finish":"stop","expect":{"outcome":"accepted","value_text":"1.50","text":"x","rules":[{"rule":"fence","path":""}],"reasons":["parse"]},"note":"n"}"#,
            r#"{"id":"a/b","profile":"normalize","contract":"c","response":"","expect":{"outcome":"rejected","reasons":["parse","limit"],"paths":["","/a"],"lenient_value_text":"{}"}}"#,
            r#"{"id":"a/b","profile":"normalize","contract":"refused/c","expect":{"outcome":"refused"}}"#,
        ] {
            let case = Case::from_line(line).unwrap();
            assert_eq!(Case::from_line(&case.to_line()).unwrap(), case, "{line}");
        }
    }
}
