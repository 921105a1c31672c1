//! Bodies that are no strict JSON of UTF-8: broken, cut, wrapped, or in another encoding (REQ GRD-4, GRD-6).

use super::exchange::Exchange;
use crate::case::{OutputReason, Profile};
use crate::generate::malformation::{INNER_BREAKS, around, fence, truncated};
use crate::generate::spelling::Spelled;
use crate::generate::{Choices, Draft, Json};

/// What is done to the whole text of a response and leaves no JSON of it. The guard takes no wrapping off.
const WHOLE: [crate::generate::malformation::Malformation; 5] = [
    truncated::truncated,
    around::around,
    around::glued,
    fence::fence,
    fence::amiss,
];

/// Bytes that are no UTF-8: past the range, overlong, half of a pair, cut, and far more than there are characters.
const NO_UTF8: [&[u8]; 7] = [
    b"\xff",
    b"\x80",
    b"\xc0\xaf",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xe2\x82",
    &[0x80; 64],
];

/// Bodies of services that answer with something else.
const OTHERS: [&str; 5] = [
    "",
    " \r\n",
    " \n<!doctype html><html><body>503</body></html>",
    "data: {}\n\n",
    "ok",
];

/// Breaks the text of the body as the text of a response is broken.
pub(super) fn syntax(exchange: &mut Exchange, choices: &mut Choices<'_>) {
    let kind = choices.upto(INNER_BREAKS.len() + WHOLE.len() - 1);
    let Ok(text) = std::str::from_utf8(&exchange.body) else {
        return;
    };
    let spelled = Spelled {
        response: text.to_owned(),
        text: text.to_owned(),
        rules: Vec::new(),
    };
    if !matches!(exchange.json, Json::Object(_)) {
        // Those malformations are made for objects.
        return other(exchange, choices);
    }
    let mut draft = Draft::accepted(spelled, text.to_owned());
    let malformation = INNER_BREAKS
        .get(kind)
        .unwrap_or_else(|| &WHOLE[kind - INNER_BREAKS.len()]);
    malformation(&mut draft, Profile::Parse, choices);
    exchange.body = draft.response.into_bytes();
    exchange.malformations.extend(draft.malformations);
    exchange.note("no-json", &["GRD-3", "GRD-6"]);
    exchange.fail(vec![OutputReason::InvalidJson]);
}

/// Puts the body into another encoding, or another body in its place.
pub(super) fn other(exchange: &mut Exchange, choices: &mut Choices<'_>) {
    let body = &mut exchange.body;
    let name = match choices.upto(6) {
        0 => {
            *body = choices.pick::<&str>(&OTHERS).as_bytes().to_vec();
            "other-text"
        }
        1 => {
            body.splice(0..0, *b"\xef\xbb\xbf");
            "byte-order-mark"
        }
        2 => {
            let text = String::from_utf8_lossy(body).into_owned();
            let units = text.encode_utf16().chain([0x7d]);
            *body = units.flat_map(u16::to_le_bytes).collect();
            "utf-16"
        }
        3 => {
            // The head of a gzip stream, which is all that anybody looks at.
            body.splice(0..0, *b"\x1f\x8b\x08\0\0\0\0\0\0\x03");
            "gzip"
        }
        4 => {
            let twice = [body.as_slice(), b"\n", body.as_slice()].concat();
            *body = twice;
            "lines"
        }
        5 => {
            let at = choices.upto(body.len());
            let wrong = choices.pick::<&[u8]>(&NO_UTF8).to_vec();
            // Inside a character it would be two faults in one; the text has begun and not ended there.
            let at = (at..=body.len()).find(|at| is_boundary(body, *at));
            let at = at.unwrap_or(body.len());
            body.splice(at..at, wrong);
            "no-utf-8"
        }
        _ => {
            let at = choices.upto(body.len().saturating_sub(1));
            let text = body.trim_ascii_end().len();
            body.truncate(at.min(text.saturating_sub(1)));
            "cut"
        }
    };
    exchange.note(name, &["GRD-4", "GRD-3"]);
    exchange.fail(vec![OutputReason::InvalidJson]);
}

fn is_boundary(body: &[u8], at: usize) -> bool {
    body.get(at).is_none_or(|byte| !(0x80..0xc0).contains(byte))
}
