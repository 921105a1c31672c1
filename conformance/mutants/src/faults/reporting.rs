//! Faults of what is told: rules, texts, reasons and paths.

use response_recovery::json::Document;

use crate::message::{Answer, Rule};
use crate::mutant::Mutant;
use crate::text::{Piece, pieces};

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "rules-not-reported",
        mistake: "Applies the rules and says nothing of them.",
        breaks: "NRM-1",
        answer: |desk, request| desk.report(request, Vec::clear),
    },
    Mutant {
        name: "rule-counted-twice",
        mistake: "Reports the last rule once more.",
        breaks: "NRM-1",
        answer: |desk, request| desk.report(request, |rules| rules.extend(rules.last().cloned())),
    },
    Mutant {
        name: "rules-in-reverse",
        mistake: "Reports the rules from the inside out.",
        breaks: "NRM-1",
        answer: |desk, request| desk.report(request, |rules| rules.reverse()),
    },
    Mutant {
        name: "rule-paths-from-one",
        mistake: "Counts the items of a list from one in the paths of rules.",
        breaks: "NRM-1",
        answer: |desk, request| {
            desk.report(request, |rules| {
                for rule in rules {
                    rule.path = from_one(&rule.path);
                }
            })
        },
    },
    Mutant {
        name: "rule-always-reported",
        mistake: "Reports a decode for every answer that it looked into.",
        breaks: "NRM-2",
        answer: |desk, request| {
            desk.report(request, |rules| {
                if rules.is_empty() {
                    rules.push(Rule::new("decode", ""));
                }
            })
        },
    },
    Mutant {
        name: "text-keys-sorted",
        mistake: "Writes the normalized text anew from a map that sorts its keys.",
        breaks: "NRM-4",
        answer: |desk, request| {
            let answer = desk.ask(request);
            let value = answer.value.as_ref().filter(|_| !answer.rules().is_empty());
            match value
                .and_then(|value| serde_json::from_str::<serde_json::Value>(value.get()).ok())
            {
                Some(value) => Answer {
                    text: Some(value.to_string()),
                    ..answer
                },
                None => answer,
            }
        },
    },
    Mutant {
        name: "text-compacted",
        mistake: "Takes the white space out of the normalized text.",
        breaks: "NRM-4",
        answer: |desk, request| {
            let answer = desk.ask(request);
            let text = answer.text.as_deref().map(|text| {
                let is_blank = |piece: &Piece<'_>| matches!(piece, Piece::Mark(mark) if mark.trim_ascii().is_empty());
                let kept = pieces(text).into_iter().filter(|piece| !is_blank(piece));
                kept.map(|(Piece::Key(part) | Piece::Text(part) | Piece::Word(part) | Piece::Mark(part))| part).collect()
            });
            Answer { text, ..answer }
        },
    },
    Mutant {
        name: "text-of-the-response",
        mistake: "Hands on the response where the normalized text is due.",
        breaks: "NRM-4",
        answer: |desk, request| {
            let answer = desk.ask(request);
            let text = answer.text.as_ref().map(|_| request.response().to_owned());
            Answer { text, ..answer }
        },
    },
    Mutant {
        name: "text-in-reason",
        mistake: "Puts the first characters of the response into the detail of a reason.",
        breaks: "VAL-4",
        answer: |desk, request| {
            let answer = desk.ask(request);
            let detail = answer
                .reason
                .as_ref()
                .map(|_| request.response().to_owned());
            Answer { detail, ..answer }
        },
    },
    Mutant {
        name: "unknown-key-in-path",
        mistake: "Shows the name of a member that the contract does not know in the error path.",
        breaks: "VAL-4",
        answer: |desk, request| {
            let answer = desk.ask(request);
            if !answer.rejects_for("schema") {
                return answer;
            }
            let keys = Document::parse(request.response());
            let keys = keys.iter().flat_map(|document| pieces(document.text()));
            let mut keys = keys.filter_map(|piece| match piece {
                Piece::Key(key) => crate::text::content(key),
                _ => None,
            });
            let last = keys.next_back().unwrap_or_default();
            let path = Some(format!("{}/{last}", answer.path()));
            Answer { path, ..answer }
        },
    },
    Mutant {
        name: "path-of-the-whole",
        mistake: "Tells every rejection at the root.",
        breaks: "VAL-2",
        answer: |desk, request| {
            let answer = desk.ask(request);
            let path = answer.path.as_ref().map(|_| String::new());
            Answer { path, ..answer }
        },
    },
    Mutant {
        name: "path-from-one",
        mistake: "Counts the items of a list from one in error paths.",
        breaks: "VAL-2",
        answer: |desk, request| {
            let answer = desk.ask(request);
            let path = answer.path.as_deref().map(from_one);
            Answer { path, ..answer }
        },
    },
    Mutant {
        name: "reason-always-parse",
        mistake: "Gives the reason `parse` for every rejection.",
        breaks: "VAL-2",
        answer: |desk, request| {
            let answer = desk.ask(request);
            let reason = answer.reason.as_ref().map(|_| "parse".to_owned());
            Answer { reason, ..answer }
        },
    },
    Mutant {
        name: "refuses-everything",
        mistake: "Rejects whatever comes.",
        breaks: "PAR-1",
        answer: |desk, request| desk.refuse(request, "parse", |_| true),
    },
    Mutant {
        name: "accepts-everything",
        mistake: "Accepts whatever comes, as an empty object where it is no JSON.",
        breaks: "PAR-1",
        answer: |desk, request| {
            if request.op == "load" {
                let _refused = desk.ask(request);
                return Answer::loaded(request.id);
            }
            let answer = Answer::accepted(request.id, request.response(), Vec::new());
            if answer.is_accepted() {
                answer
            } else {
                Answer::accepted(request.id, "{}", Vec::new())
            }
        },
    },
];

/// A path with every index one higher.
fn from_one(path: &str) -> String {
    let higher = |segment: &str| match segment.parse::<usize>() {
        Ok(index) => (index + 1).to_string(),
        Err(_) => segment.to_owned(),
    };
    path.split('/').map(higher).collect::<Vec<_>>().join("/")
}
