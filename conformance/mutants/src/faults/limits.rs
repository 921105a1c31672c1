//! Faults of the limits: counted otherwise, at another place, or answered by cutting off.

use response_recovery::json::Kind;
use response_recovery::limits::{MAX_BYTES, MAX_NORMALIZATIONS};

use super::filter;
use crate::mutant::Mutant;
use crate::text::{Piece, content, is, pieces};

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "fifteen-rules",
        mistake: "Counts from one, so the sixteenth normalization is one too many.",
        breaks: "LIM-3",
        answer: |desk, request| {
            desk.refuse(request, "limit", |answer| {
                answer.rules().len() == MAX_NORMALIZATIONS
            })
        },
    },
    Mutant {
        name: "seventeen-rules",
        mistake: "Counts from zero, so a seventeenth normalization passes.",
        breaks: "LIM-3",
        answer: |desk, request| {
            let answer = desk.ask(request);
            if !answer.rejects_for("limit:normalizations") {
                return answer;
            }
            let response = request.response();
            let mut from = 0;
            for piece in pieces(response) {
                let (Piece::Key(part) | Piece::Text(part) | Piece::Word(part) | Piece::Mark(part)) =
                    piece;
                let inner = content(part).filter(|inner| is(Kind::Object, inner));
                if let (Piece::Text(_), Some(inner)) = (piece, inner) {
                    let mut edited = response.to_owned();
                    edited.replace_range(from..from + part.len(), &inner);
                    let rescued = desk.ask(&request.with_response(edited));
                    if rescued.is_accepted() {
                        return rescued.after_rule("decode", "");
                    }
                }
                from += part.len();
            }
            answer
        },
    },
    Mutant {
        name: "limit-in-characters",
        mistake: "Counts characters instead of bytes, so rules apply to longer responses.",
        breaks: "LIM-1",
        answer: |desk, request| {
            let answer = desk.ask(request);
            let response = request.response();
            let is_inside = response.len() > MAX_BYTES && response.chars().count() <= MAX_BYTES;
            if !(is_inside && answer.is_rejected()) {
                return answer;
            }
            let bodies = [
                fence_body(response),
                content(response),
                crate::text::decoded(response, |inner| is(Kind::Object, &inner).then_some(inner)),
            ];
            for body in bodies.into_iter().flatten() {
                let rescued = desk.ask(&request.with_response(body));
                if rescued.is_accepted() {
                    return rescued;
                }
            }
            answer
        },
    },
    Mutant {
        name: "limit-before-validity",
        mistake: "Rejects every response over the limit, valid or not.",
        breaks: "LIM-1",
        answer: |desk, request| {
            let is_over = request.response().len() > MAX_BYTES;
            desk.refuse(request, "limit", |_| is_over)
        },
    },
    Mutant {
        name: "limit-exclusive",
        mistake: "Compares with the limit so that a response of exactly that size is outside.",
        breaks: "LIM-1",
        answer: |desk, request| {
            let is_edge = request.response().len() == MAX_BYTES;
            desk.refuse(request, "limit", |answer| {
                is_edge && !answer.rules().is_empty()
            })
        },
    },
    Mutant {
        name: "truncated-at-the-limit",
        mistake: "Reads as many bytes as the limit allows and goes on with those.",
        breaks: "LIM-4",
        answer: |desk, request| {
            desk.changed(request, |text| {
                let end = (0..=MAX_BYTES.min(text.len()))
                    .rev()
                    .find(|at| text.is_char_boundary(*at));
                text.get(..end?).map(str::to_owned)
            })
        },
    },
    Mutant {
        name: "rules-carried-out-in-part",
        mistake: "Stops after the sixteenth normalization and drops what is left to do.",
        breaks: "LIM-4",
        answer: |desk, request| {
            desk.wave_through(request, |answer| answer.rejects_for("limit:normalizations"))
        },
    },
    Mutant {
        name: "normalized-text-unlimited",
        mistake: "Measures the response only, not the text that the rules make of it.",
        breaks: "LIM-2",
        answer: |desk, request| {
            let answer = desk.ask(request);
            if !answer.rejects_for("limit:normalized_text") {
                return answer;
            }
            filter::rewrite(desk, request, answer, filter::Triple::of)
        },
    },
];

fn fence_body(text: &str) -> Option<String> {
    let (opening, rest) = text.trim_ascii().split_once('\n')?;
    let body = rest.strip_suffix("```")?;
    opening.starts_with("```").then(|| body.to_owned())
}
