//! Fences around the whole (REQ FEN-1, FEN-2, FEN-3).

mod near_misses;

use crate::case::{Category, Profile, Rule, RuleName};
use crate::generate::{Choices, Draft, Form, Truth};
use near_misses::NEAR_MISSES;

/// The lines of a block.
struct Block {
    before: &'static str,
    opening: String,
    first_end: &'static str,
    body_before: &'static str,
    body_after: &'static str,
    last_end: &'static str,
    closing: String,
    after: &'static str,
}

impl Block {
    /// A block of any form that must be taken off, with this info string and this character for its fences.
    fn any(mark: &str, info: &str, choices: &mut Choices<'_>) -> Self {
        let [first_end, last_end] = *choices.pick(&[
            ["\n", "\n"],
            ["\r\n", "\r\n"],
            ["\n", "\r\n"],
            ["\r\n", "\n"],
        ]);
        let length = 3 + choices.upto(4);
        let longer = choices.upto(2);
        let [before_info, after_info] =
            *choices.pick(&[["", ""], ["", " "], [" ", ""], ["\t", " \t"]]);
        let after_closing = *choices.pick(&["", " ", "\t "]);
        let [before, after] = *choices.pick(&[["", ""], ["\n", "\n"], [" \r\n\t", " \n\r\n"]]);
        let [body_before, body_after] =
            *choices.pick(&[["", ""], ["\n", "\n"], [" ", "\t"], ["\r\n", ""]]);
        let run = mark.repeat(length);
        Self {
            before,
            opening: format!("{run}{before_info}{info}{after_info}"),
            first_end,
            body_before,
            body_after,
            last_end,
            closing: format!("{run}{}{after_closing}", mark.repeat(longer)),
            after,
        }
    }

    /// What stands between the two fence lines.
    fn body(&self, content: &str) -> String {
        let Self {
            body_before,
            body_after,
            last_end,
            ..
        } = self;
        format!("{body_before}{content}{body_after}{last_end}")
    }

    /// The block with this content in it.
    fn text(&self, content: &str) -> String {
        let Self {
            before,
            opening,
            first_end,
            closing,
            after,
            ..
        } = self;
        let body = self.body(content);
        format!("{before}{opening}{first_end}{body}{closing}{after}")
    }
}

/// No info string, or the one that there may be.
fn info(choices: &mut Choices<'_>) -> &'static str {
    choices.pick::<&str>(&["", "json"])
}

/// Puts a fence of any form of FEN-1 around the response. The rule `fence` comes first, and the normalized text gets
/// what stands around the content inside the block. A response that is no JSON, fenced ones included, stays no JSON: a
/// fence inside a fence is rejected.
pub(in crate::generate) fn fence(draft: &mut Draft, _: Profile, choices: &mut Choices<'_>) {
    let block = Block::any("`", info(choices), choices);
    enclose(draft, &block);
    draft.note("fence", &["FEN-1"]);
}

/// Puts a fence of a form of FEN-3 around the response: what [`fence`] does, or a rejection (`parse`).
pub(in crate::generate) fn other_fence(draft: &mut Draft, _: Profile, choices: &mut Choices<'_>) {
    let (name, block) = match choices.upto(2) {
        0 => ("fence-tildes", Block::any("~", info(choices), choices)),
        1 => {
            let info = *choices.pick(&["JSON", "Json", "jsON"]);
            ("fence-info-in-other-case", Block::any("`", info, choices))
        }
        _ => {
            let indent = *choices.pick(&[" ", "  ", "   "]);
            let block = Block::any("`", info(choices), choices);
            let closing = format!("{indent}{}", block.closing);
            ("fence-closing-indented", Block { closing, ..block })
        }
    };
    enclose(draft, &block);
    if !draft.is_cut() {
        draft.truth.or_rejected(Category::Parse);
    }
    draft.note(name, &["FEN-3"]);
}

/// Puts a block around the response and its truth.
fn enclose(draft: &mut Draft, block: &Block) {
    draft.response = block.text(&draft.response);
    match (&mut draft.truth, draft.form) {
        (Truth::Accepted { .. }, Form::NoJson) => draft.reject_text(),
        (Truth::Accepted { text, rules, .. }, _) => {
            *text = block.body(text);
            rules.insert(
                0,
                Rule {
                    rule: RuleName::Fence,
                    path: String::new(),
                },
            );
        }
        (Truth::Rejected { .. }, _) => {}
    }
    draft.form = Form::NoJson;
}

/// Puts something around the response that nearly is a block: rejected, `parse`, whatever was right before.
pub(in crate::generate) fn amiss(draft: &mut Draft, _: Profile, choices: &mut Choices<'_>) {
    if draft.is_broken() {
        return;
    }
    let (name, is_readable, near_misses) = *choices.pick(&NEAR_MISSES);
    let [before, after] = *choices.pick(near_misses);
    // A line end at either side of the content would make a right block of some of these.
    draft.response = format!("{before}{}{after}", draft.response.trim());
    if is_readable {
        draft.reject_readable_text();
    } else {
        draft.reject_text();
    }
    draft.note(name, &["FEN-1", "FEN-2"]);
}
