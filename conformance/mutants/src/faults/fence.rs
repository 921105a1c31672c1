//! Faults of the fence rule: blocks found where none is, and not found where one is.

use std::hint::black_box;

use crate::desk::Desk;
use crate::message::{Answer, Request};
use crate::mutant::Mutant;

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "fence-first-block",
        mistake: "Searches with a regular expression and takes the first block, wherever it stands.",
        breaks: "FEN-2",
        answer: |desk, request| unfence(desk, request, |text| blocks(text).into_iter().next()),
    },
    Mutant {
        name: "fence-last-block",
        mistake: "Searches with a regular expression and takes the last block, as the final answer.",
        breaks: "FEN-2",
        answer: |desk, request| unfence(desk, request, |text| blocks(text).pop()),
    },
    Mutant {
        name: "fence-greedy",
        mistake: "Takes all from the first fence line to the last backticks, with text around it left out.",
        breaks: "FEN-2",
        answer: |desk, request| {
            unfence(desk, request, |text| {
                let (_, rest) = text.split_once("```")?;
                let (_, rest) = rest.split_once('\n')?;
                rest.rsplit_once("```").map(|(body, _)| body)
            })
        },
    },
    Mutant {
        name: "fence-json5-as-json",
        mistake: "Takes every info string that begins with `json`.",
        breaks: "FEN-2",
        answer: |desk, request| {
            unfence(desk, request, |text| {
                whole(text, |info| info.starts_with("json"))
            })
        },
    },
    Mutant {
        name: "fence-any-info",
        mistake: "Does not look at the info string.",
        breaks: "FEN-2",
        answer: |desk, request| unfence(desk, request, |text| whole(text, |_| true)),
    },
    Mutant {
        name: "fence-closing-shorter",
        mistake: "Takes any three backticks for the end of a longer fence.",
        breaks: "FEN-2",
        answer: |desk, request| {
            unfence(desk, request, |text| {
                let text = text.trim_ascii().strip_suffix("```")?;
                let (opening, rest) = text.split_once('\n')?;
                let body = rest.trim_end_matches('`');
                opening.starts_with("````").then_some(body)
            })
        },
    },
    Mutant {
        name: "fence-unclosed",
        mistake: "Takes the end of the text for the end of a block that is not closed.",
        breaks: "FEN-2",
        answer: |desk, request| {
            unfence(desk, request, |text| {
                let (opening, body) = text.trim_ascii().split_once('\n')?;
                opening.starts_with("```").then_some(body)
            })
        },
    },
    Mutant {
        name: "fence-closing-after-tab",
        mistake: "Trims the closing line, so it may be indented by a tab or by any number of spaces.",
        breaks: "FEN-2",
        answer: |desk, request| {
            unfence(desk, request, |text| {
                let (body, closing) = text.trim_ascii().rsplit_once('\n')?;
                let (opening, body) = body.split_once('\n')?;
                (opening.starts_with("```") && closing.trim() == "```").then_some(body)
            })
        },
    },
    Mutant {
        name: "fence-without-lines",
        mistake: "Strips backticks and `json` from both ends, whether they stand on lines of their own or not.",
        breaks: "FEN-2",
        answer: |desk, request| {
            unfence(desk, request, |text| {
                let text = text.trim_ascii().strip_prefix("```")?.strip_suffix("```")?;
                Some(text.strip_prefix("json").unwrap_or(text))
            })
        },
    },
    Mutant {
        name: "fence-any-line-end",
        mistake: "Splits lines as Unicode does, so U+2028, a form feed or a lone CR ends the fence line.",
        breaks: "FEN-1",
        answer: |desk, request| {
            unfence(desk, request, |text| {
                let is_end = |c| {
                    matches!(
                        c,
                        '\u{b}' | '\u{c}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}'
                    )
                };
                let (opening, rest) = text.trim_ascii().split_once(is_end)?;
                let (body, closing) = rest.rsplit_once(|c| is_end(c) || c == '\n')?;
                let is_fenced = matches!(opening, "```" | "```json") && closing == "```";
                is_fenced.then_some(body)
            })
        },
    },
    Mutant {
        name: "fence-crlf-unknown",
        mistake: "Ends lines at LF only, so the CR of a CRLF belongs to the info string.",
        breaks: "FEN-1",
        answer: |desk, request| {
            let has_cr =
                |line: &str| line.ends_with('\r') && line.trim_ascii_start().starts_with("```");
            let is_crlf = request.response().lines().next().is_some()
                && request.response().split('\n').any(has_cr);
            desk.refuse(request, "parse", |answer| is_crlf && has_rule(answer))
        },
    },
    Mutant {
        name: "fence-three-backticks-only",
        mistake: "Knows fences of exactly three backticks.",
        breaks: "FEN-1",
        answer: |desk, request| {
            let is_long = request.response().trim_ascii_start().starts_with("````");
            desk.refuse(request, "parse", |answer| is_long && has_rule(answer))
        },
    },
    Mutant {
        name: "fence-lower-cased",
        mistake: "Lower-cases a fenced text to find the info string `JSON`, and goes on with that copy.",
        breaks: "FEN-3",
        answer: |desk, request| {
            desk.changed(request, |text| {
                let is_fenced = text.trim_ascii_start().starts_with("```");
                is_fenced.then(|| text.to_ascii_lowercase())
            })
        },
    },
    Mutant {
        name: "fence-tildes-unchecked",
        mistake: "Takes off a fence of tildes without a look at its info string and its last line.",
        breaks: "FEN-3",
        answer: |desk, request| {
            unfence(desk, request, |text| {
                let (opening, rest) = text.trim_ascii().split_once('\n')?;
                let (body, _) = rest.rsplit_once('\n').unwrap_or((rest, ""));
                opening.starts_with("~~~").then_some(body)
            })
        },
    },
    Mutant {
        name: "fence-quadratic-search",
        mistake: "Looks for the fence with a pattern that tries every split of a run of blanks.",
        breaks: "FEN-1",
        answer: |desk, request| {
            let _found = backtrack(request.response());
            desk.ask(request)
        },
    },
];

fn has_rule(answer: &Answer) -> bool {
    answer.rules().iter().any(|rule| rule.rule == "fence")
}

/// What the reference answers or, if it rejects, what it answers to the body that `find` finds, as a fence.
fn unfence(desk: &mut Desk, request: &Request, find: fn(&str) -> Option<&str>) -> Answer {
    let first = desk.ask(request);
    if !(first.is_rejected() && desk.is_active(request)) {
        return first;
    }
    let Some(body) = find(request.response()) else {
        return first;
    };
    let second = desk.ask(&request.with_response(body));
    if second.is_accepted() {
        second.after_rule("fence", "")
    } else {
        first
    }
}

/// The bodies of all blocks in a text, found as the usual regular expression finds them.
fn blocks(text: &str) -> Vec<&str> {
    let mut bodies = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("```") {
        let after = after.strip_prefix("json").unwrap_or(after);
        let Some((body, after)) = after.split_once("```") else {
            break;
        };
        bodies.push(body);
        rest = after;
    }
    bodies
}

/// The body of a text that is one block with such an info string.
fn whole(text: &str, is_taken: impl FnOnce(&str) -> bool) -> Option<&str> {
    let (opening, rest) = text.trim_ascii().strip_prefix("```")?.split_once('\n')?;
    let body = rest.strip_suffix("```")?;
    is_taken(opening.trim()).then_some(body)
}

/// As an engine that backtracks looks for a fence after blanks, optional `json` and blanks: for each length of the first
/// run it tries all that are left for the second.
fn backtrack(text: &str) -> Option<usize> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let fence = text.find("```")?;
    let rest = text.as_bytes().get(fence + 3..)?;
    let first = rest.iter().take_while(|byte| is_blank(byte)).count();
    for start in 0..first {
        for second in start..=first {
            // Between the two runs there may be `json`, and after them the fence: both are looked for at each place.
            let after = black_box(rest.get(second..)?);
            if after.starts_with(b"```") || after.starts_with(b"json```") {
                return Some(start);
            }
        }
    }
    None
}
