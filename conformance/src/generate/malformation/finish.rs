//! How the provider says that the response ended (REQ PAR-8).

use crate::case::{Category, Finish, Profile};
use crate::generate::{Choices, Draft, Truth};

/// Says that the response was cut: rejected, `parse` at the root, whatever it holds.
pub(in crate::generate) fn cut(draft: &mut Draft, _: Profile, choices: &mut Choices<'_>) {
    let finish = *choices.pick(&[Finish::Length, Finish::ContentFilter]);
    draft.finish = Some(finish);
    draft.reject_whole(Category::Parse);
    draft.note("finish-cut", &["PAR-8"]);
}

/// Says that the response ended by itself, which changes nothing.
pub(in crate::generate) fn stop(draft: &mut Draft, _: Profile, _: &mut Choices<'_>) {
    if draft.finish.is_none() {
        draft.finish = Some(Finish::Stop);
        if matches!(draft.truth, Truth::Accepted { .. }) {
            draft.note("finish-stop", &["PAR-8"]);
        }
    }
}
