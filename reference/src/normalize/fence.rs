//! The one Markdown code block around everything (REQ FEN-1, FEN-2), found in linear time.
//!
//! What is MAY in FEN-3 (`JSON`, tildes, an indented closing fence) is left alone, and so rejected.

use crate::json::Pointer;
use crate::outcome::{Applied, Rule};

/// What stands between the two fence lines, and where it begins in the text, in bytes.
pub(super) struct Fenced<'t> {
    pub(super) body: &'t str,
    pub(super) start: usize,
}

const WHITE_SPACE: [char; 4] = [' ', '\t', '\n', '\r'];
const BLANKS: [char; 2] = [' ', '\t'];
const SHORTEST_FENCE: usize = 3;

/// The body, if the whole text is one block whose info string is empty or `json`.
pub(super) fn body(text: &str) -> Option<Fenced<'_>> {
    let block = text.trim_start_matches(WHITE_SPACE);
    let indent = text.len() - block.len();
    let block = block.trim_end_matches(WHITE_SPACE);
    let fence = block.bytes().take_while(|byte| *byte == b'`').count();
    if fence < SHORTEST_FENCE {
        return None;
    }
    let (opening, rest) = block.split_once('\n')?;
    // A carriage return counts only directly before its line feed.
    let opening_line = opening.strip_suffix('\r').unwrap_or(opening);
    let info = opening_line.get(fence..)?.trim_matches(BLANKS);
    if !matches!(info, "" | "json") {
        return None;
    }
    let (body, closing) = rest.split_at(rest.rfind('\n').map_or(0, |last| last + 1));
    let closed = closing.len() >= fence && closing.bytes().all(|byte| byte == b'`');
    closed.then_some(Fenced {
        body,
        start: indent + opening.len() + 1,
    })
}

/// How the rule is reported (REQ NRM-1).
pub(super) const fn applied() -> Applied {
    Applied {
        rule: Rule::Fence,
        path: Pointer::root(),
    }
}

#[cfg(test)]
mod tests {
    use super::body;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let fenced = body(text);
        assert_eq!(fenced.as_ref().map(|fenced| fenced.body), expected);
        if let Some(fenced) = fenced {
            assert!(
                text[fenced.start..].starts_with(fenced.body),
                "start is where the body begins"
            );
        }
    }

    #[test]
    fn takes_one_block_with_no_info_string_or_json() {
        check("```\n{}\n```", Some("{}\n"));
        check("```json\n{}\n```", Some("{}\n"));
        check("\r\n\t ```` \tjson\t\r\n{}\r\n`````` \n", Some("{}\r\n"));
        check("```json\n```", Some(""));
        check("```json\n{\"a\":\"```\"}\n```", Some("{\"a\":\"```\"}\n"));
    }

    #[test]
    fn leaves_alone_what_is_no_single_block() {
        for text in [
            "{}",
            "``\n{}\n``",
            "```json{}```",
            "```json\n{}",
            "```json\n{}```",
            "x\n```\n{}\n```",
            "```\n{}\n```\nx",
            "```json5\n{}\n```",
            "```json foo\n{}\n```",
            "```JSON\n{}\n```",
            "~~~\n{}\n~~~",
            "````\n{}\n```",
            "```\n{}\n ```",
            "```\n{}\n\t```",
            "```\r{}\r```",
            "```json\u{2028}{}\u{2028}```",
            "```json\r\r\n{}\n```",
            "```json\u{a0}\n{}\n```",
            "```",
            "",
            "```\n{}\n```x",
        ] {
            check(text, None);
        }
    }

    #[test]
    fn takes_the_outermost_lines_and_leaves_the_rest_to_the_parser() {
        check("```\n{}\n```\n```", Some("{}\n```\n"));
    }
}
