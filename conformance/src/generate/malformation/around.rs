//! Text around the answer (REQ PAR-1, PAR-6).

use crate::case::Profile;
use crate::generate::{Choices, Draft};

/// What stands before the answer and after it. None of it can be part of a value or of a fence line.
const AROUND: [(&str, [&str; 2]); 19] = [
    ("prose-before", ["x", ""]),
    ("prose-before", ["Here it is:\n", ""]),
    ("prose-after", ["", "\nI hope this helps!"]),
    ("prose-around", ["Sure. ", "\nDone."]),
    ("prose-around", ["The answer:\n\n", "\n\n(end)"]),
    ("mark-after", ["", ";"]),
    ("label-before", ["json\n", ""]),
    ("reasoning-tags", ["<think></think>", ""]),
    ("reasoning-tags", ["<think>look first</think>\n", ""]),
    ("tool-call-tags", ["<tool_call>", "</tool_call>"]),
    ("tool-call-tags", ["<answer>", "</answer>"]),
    ("channel-tokens", ["<|channel|>final<|message|>", "<|end|>"]),
    ("event-lines", ["data: ", "\n\n"]),
    ("event-lines", ["data: ", "\n\ndata: [DONE]\n\n"]),
    ("bold", ["**", "**"]),
    ("parentheses", ["(", ")"]),
    ("call", ["callback(", ");"]),
    ("assignment", ["answer = ", ";"]),
    ("end-token", ["", "</s>"]),
];

/// Puts text around the response: rejected, `parse`, whatever was right before.
pub(in crate::generate) fn around(draft: &mut Draft, _: Profile, choices: &mut Choices<'_>) {
    if draft.is_broken() {
        return;
    }
    let (name, [before, after]) = *choices.pick(&AROUND);
    draft.response = format!("{before}{}{after}", draft.response);
    draft.reject_readable_text();
    draft.note(name, &["PAR-1", "PAR-6"]);
}

/// Puts another document after the response: rejected, `parse`, whatever was right before.
pub(in crate::generate) fn glued(draft: &mut Draft, _: Profile, choices: &mut Choices<'_>) {
    if draft.is_broken() {
        return;
    }
    let is_same = choices.one_in(2);
    // Without a line between them two numbers would be one.
    let [name, between] = *choices.pick(&[
        ["glued-lines", "\n"],
        ["glued-comma", ","],
        ["glued", ""],
        ["glued-records", "\n\u{1e}"],
    ]);
    let other = if is_same {
        draft.response.clone()
    } else {
        "{}".to_owned()
    };
    let between = if between.is_empty() && !other.starts_with('{') {
        " "
    } else {
        between
    };
    draft.response = format!("{}{between}{other}", draft.response);
    draft.reject_text();
    draft.note(name, &["PAR-1", "PAR-6"]);
}
