//! How an answer came: the transport, the status, the content type (REQ GRD-2, GRD-4).

use super::exchange::{Exchange, Transport};
use super::world::World;
use crate::case::OutputReason;
use crate::generate::Choices;

/// The statuses with which a body is looked at; 200 comes by itself.
const SUCCESSES: [u16; 5] = [201, 203, 204, 250, 299];

/// Those of a tool that is not there, and all others.
const UNAVAILABLE: [u16; 5] = [503, 500, 502, 504, 599];
const ERRORS: [u16; 12] = [404, 400, 401, 429, 206, 301, 304, 199, 100, 300, 0, 600];

/// What may stand after a type and changes nothing.
const PARAMETERS: [&str; 12] = [
    "; charset=utf-8",
    ";charset=UTF-8",
    "; charset=\"utf-8\"",
    "; charset=\"ut\\f-8\"",
    "; CHARSET=Utf-8",
    " ;\tcharset=utf-8 ",
    "; v=1",
    "; profile=\"a;b,c\\\"\"; charset=utf-8",
    ";",
    "; ; charset=utf-8;",
    "; q=\"\"",
    "; charset2=utf-16",
];

/// What may not: another charset, and what is no parameter.
const OTHER_PARAMETERS: [&str; 14] = [
    "; charset=iso-8859-1",
    "; charset=\"utf-16\"",
    "; charset=utf8",
    "; charset=",
    "; charset",
    "; charset=\"\"",
    "; charset =utf-8",
    "; charset= utf-8",
    "; charset=utf-8; charset=latin1",
    "; a=\"b",
    "; a=\"b\"c",
    " charset=utf-8",
    ", text/html",
    "; =utf-8",
];

/// Other types, among them such as begin or end like one that is due. Which of them are due after all is asked of the
/// contract.
const OTHER_TYPES: [&str; 17] = [
    "text/html",
    "application/jsonp",
    "application/json5",
    "application/json-seq",
    "application/js",
    "application/problem+json",
    "application/vnd.acme.v2+json",
    "application/vnd.acme+json",
    "application/json",
    "text/json",
    "text/plain; charset=utf-8",
    "x-application/json",
    "*/*",
    "json",
    "application",
    "application/",
    "",
];

/// Answers with another status of success, and the type in another spelling.
pub(super) fn right(exchange: &mut Exchange, choices: &mut Choices<'_>) {
    if choices.one_in(3) {
        exchange.transport = Transport::Status(*choices.pick(&SUCCESSES));
        exchange.note("status-success", &["GRD-2"]);
    }
    let Some(media_type) = &mut exchange.content_type else {
        return;
    };
    match choices.upto(3) {
        0 => return,
        1 => *media_type = media_type.to_uppercase(),
        2 => {
            let turn = |(at, letter): (usize, char)| {
                if at % 3 == 0 {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                }
            };
            *media_type = media_type.chars().enumerate().map(turn).collect();
        }
        _ => {}
    }
    if choices.one_in(2) {
        media_type.push_str(choices.pick::<&str>(&PARAMETERS));
    }
    if choices.one_in(6) {
        *media_type = format!(" \t{media_type} ");
    }
    exchange.note("media-type-spelled", &["GRD-4"]);
}

/// The tool fails.
pub(super) fn failure(exchange: &mut Exchange, choices: &mut Choices<'_>) {
    let (transport, reasons) = match choices.upto(3) {
        0 => (Transport::Timeout, vec![OutputReason::ToolTimeout]),
        1 => (Transport::Unreachable, vec![OutputReason::ToolUnavailable]),
        2 => {
            let status = *choices.pick(&UNAVAILABLE);
            let mut reasons = vec![OutputReason::ToolUnavailable];
            if status == 504 {
                reasons.push(OutputReason::ToolTimeout);
            }
            (Transport::Status(status), reasons)
        }
        _ => {
            let status = *choices.pick(&ERRORS);
            (Transport::Status(status), vec![OutputReason::ToolError])
        }
    };
    exchange.transport = transport;
    exchange.note("tool-failure", &["GRD-2"]);
    exchange.fail(reasons);
}

/// The type is not one of those due.
pub(super) fn media_type(exchange: &mut Exchange, world: &World, choices: &mut Choices<'_>) {
    let due = world.media_type(choices).to_owned();
    let (media_type, name) = match choices.upto(4) {
        0 => (None, "media-type-absent"),
        1 | 2 => {
            let at = choices.upto(OTHER_TYPES.len() - 1);
            let mut others = OTHER_TYPES.iter().cycle().skip(at);
            let other = others.find(|other| !world.admits(other));
            (
                Some(other.copied().unwrap_or_default().to_owned()),
                "media-type-other",
            )
        }
        3 => {
            let parameter = *choices.pick(&OTHER_PARAMETERS);
            (Some(format!("{due}{parameter}")), "media-type-parameter")
        }
        _ => (Some(format!("{due}, {due}")), "media-type-twice"),
    };
    exchange.content_type = media_type;
    exchange.note(name, &["GRD-4", "GRD-3"]);
    exchange.fail(vec![OutputReason::ContentTypeMismatch]);
}
