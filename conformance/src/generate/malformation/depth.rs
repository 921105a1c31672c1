//! Nesting on either side of what must be accepted and of what must be rejected (REQ PAR-5).

use crate::case::Category;
use crate::generate::{Choices, Draft, Form, Json, Truth};

/// How deep a text is nested: at an edge, somewhere, or much too deep.
pub(in crate::generate) fn levels(choices: &mut Choices<'_>) -> usize {
    match choices.upto(9) {
        0 => 64,
        1 => 65,
        2 => 63,
        3 => 128,
        4 => 129,
        5 => 1 + choices.upto(62),
        6 => 65 + choices.upto(63),
        7 => 129 + choices.upto(200),
        8 => 1_000,
        _ => 20_000,
    }
}

/// So many arrays and objects around a number, the outermost an object with this key.
pub(in crate::generate) fn nested(levels: usize, key: &str, choices: &mut Choices<'_>) -> Json {
    let is_object = choices.one_in(2);
    let (open, close) = if is_object {
        (r#"{"a":"#, "}")
    } else {
        ("[", "]")
    };
    let inner = levels.saturating_sub(1);
    // As text, since a tree of this depth would overflow the stack of whoever walks or drops it.
    let text = format!("{}1{}", open.repeat(inner), close.repeat(inner));
    Json::object([(key, Json::Raw(text))])
}

/// Says of a draft that is nested so deep what is right for it.
pub(in crate::generate) fn judge(draft: &mut Draft, levels: usize) {
    match levels {
        0..=64 => draft.note("depth-inside", &["PAR-5"]),
        65..=128 => {
            if let Truth::Accepted { .. } = draft.truth {
                draft.truth.or_rejected(Category::Limit);
                draft.truth.or_rejected(Category::Parse);
            }
            draft.form = Form::Perhaps;
            draft.note("depth-between", &["PAR-5"]);
        }
        _ => {
            draft.form = Form::Perhaps;
            draft.reject_text();
            draft.note("depth-past", &["PAR-5"]);
        }
    }
}
