//! Faults of the decode rule: too many layers, the wrong places, contents that are no strict object.

use response_recovery::json::Kind;

use super::lenient;
use crate::desk::Desk;
use crate::message::{Answer, Request};
use crate::mutant::Mutant;
use crate::text::{content, decoded, is, replaced};

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "decode-until-no-string",
        mistake: "Decodes in a loop until no string is left.",
        breaks: "DEC-3",
        answer: |desk, request| {
            desk.changed(request, |text| {
                let inner = content(text)?;
                let mut inner = content(&inner)?;
                while let Some(deeper) = content(&inner) {
                    inner = deeper;
                }
                is(Kind::Object, &inner).then_some(inner)
            })
        },
    },
    Mutant {
        name: "decode-twice",
        mistake: "Decodes a second layer of the whole where the first one gave a string.",
        breaks: "DEC-3",
        answer: |desk, request| {
            desk.changed(request, |text| {
                let inner = content(text)?;
                content(&inner)?;
                Some(inner)
            })
        },
    },
    Mutant {
        name: "decode-position-twice",
        mistake: "Decodes two layers at a position.",
        breaks: "DEC-3",
        answer: |desk, request| mended(desk, request, |inner| content(&inner)),
    },
    Mutant {
        name: "decode-anywhere",
        mistake: "Decodes every string that holds an object, wherever it stands.",
        breaks: "DEC-4",
        answer: |desk, request| {
            desk.changed(request, |text| {
                content(text)
                    .is_none()
                    .then(|| decoded(text, object))
                    .flatten()
            })
        },
    },
    Mutant {
        name: "decode-array",
        mistake: "Decodes a string that holds an array as well.",
        breaks: "DEC-3",
        answer: |desk, request| {
            desk.rescue_by_rule(request, |text| {
                decoded(text, |inner| is(Kind::Array, &inner).then_some(inner))
            })
        },
    },
    Mutant {
        name: "decode-inner-trailing-comma",
        mistake: "Parses the content of a string with a lenient parser that allows trailing commas.",
        breaks: "DEC-2",
        answer: |desk, request| {
            mended(desk, request, |inner| {
                lenient::without_trailing_commas(&inner)
            })
        },
    },
    Mutant {
        name: "decode-inner-last-duplicate-wins",
        mistake: "Parses the content of a string with a parser that keeps the last of two equal keys.",
        breaks: "PAR-2",
        answer: |desk, request| mended(desk, request, |inner| lenient::last_duplicate(&inner)),
    },
    Mutant {
        name: "decode-in-prose",
        mistake: "Takes the object out of the text around it in a string at an object position.",
        breaks: "DEC-3",
        answer: |desk, request| mended(desk, request, |inner| lenient::braced(&inner)),
    },
    Mutant {
        name: "decode-fenced-content",
        mistake: "Takes a fence off the content of a string before it decodes it.",
        breaks: "DEC-3",
        answer: |desk, request| {
            mended(desk, request, |inner| {
                let inner = inner.trim_ascii().strip_prefix("```")?;
                let (_, inner) = inner.split_once('\n')?;
                inner.strip_suffix("```").map(str::to_owned)
            })
        },
    },
    Mutant {
        name: "decode-whole-left-out",
        mistake: "Decodes at positions only, never the whole.",
        breaks: "DEC-1",
        answer: |desk, request| {
            desk.refuse(request, "parse", |answer| has_rule(answer, str::is_empty))
        },
    },
    Mutant {
        name: "decode-first-item-only",
        mistake: "Takes a star in a position for the first item of the list.",
        breaks: "DEC-2",
        answer: |desk, request| {
            desk.refuse(request, "schema", |answer| {
                let is_later = |segment: &str| segment.parse::<usize>().is_ok_and(|item| item > 0);
                has_rule(answer, |path| path.split('/').any(is_later))
            })
        },
    },
    Mutant {
        name: "decode-no-position-in-decoded",
        mistake: "Collects the positions before it decodes, so it finds none inside what it just decoded.",
        breaks: "DEC-2",
        answer: |desk, request| {
            desk.refuse(request, "schema", |answer| {
                let decodes = answer.rules().iter().filter(|rule| rule.rule == "decode");
                let paths: Vec<_> = decodes.map(|rule| rule.path.as_str()).collect();
                let is_inside = |path: &&str| {
                    paths.iter().any(|outer| {
                        path.strip_prefix(*outer)
                            .is_some_and(|rest| !rest.is_empty())
                    })
                };
                paths.iter().any(is_inside)
            })
        },
    },
    Mutant {
        name: "decode-escapes-kept",
        mistake: "Takes the quotes off and unescapes the inner quotes, but no other escape.",
        breaks: "DEC-2",
        answer: |desk, request| {
            let mut answer = desk.ask(request);
            let is_escaped = request.response().contains(r"\\n");
            if is_escaped && has_rule(&answer, |_| true) {
                let text = answer.text().replace(r"\n", r"\\n");
                answer = Answer::accepted(request.id, text, answer.rules().to_vec());
            }
            answer
        },
    },
    Mutant {
        name: "decode-drops-nulls",
        mistake: "Rebuilds a decoded object without its null members.",
        breaks: "NRM-3",
        answer: |desk, request| {
            let answer = desk.ask(request);
            let path = answer
                .rules()
                .iter()
                .find(|rule| rule.rule == "decode")
                .map(|rule| rule.path.clone());
            let Some(path) = path else {
                return answer;
            };
            let stripped = lenient::without_nulls(answer.text(), &path);
            match stripped.and_then(|object| replaced(answer.text(), &path, &object)) {
                Some(text) => Answer::accepted(request.id, text, answer.rules().to_vec()),
                None => answer,
            }
        },
    },
];

fn object(inner: String) -> Option<String> {
    is(Kind::Object, &inner).then_some(inner)
}

fn has_rule(answer: &Answer, is_meant: impl Fn(&str) -> bool) -> bool {
    let mut rules = answer.rules().iter();
    rules.any(|rule| rule.rule == "decode" && is_meant(&rule.path))
}

/// What the reference answers or, if it rejects, what it answers with each string decoded whose content `mend` makes an
/// object of.
fn mended(desk: &mut Desk, request: &Request, mend: fn(String) -> Option<String>) -> Answer {
    desk.rescue_by_rule(request, |text| {
        decoded(text, |inner| mend(inner).and_then(object))
    })
}
