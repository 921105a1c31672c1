//! Responses on either side of 65,536 bytes (REQ LIM-1, PAR-7).

use crate::case::{Category, Profile, RuleName};
use crate::generate::{Choices, Draft, Form, Truth};

/// The largest response that gets a rule, in bytes.
pub(in crate::generate) const LIMIT: usize = 65_536;

/// Fills a response with white space at its end up to a size around the limit, to be done last. What is right past the
/// limit says [`judge`]. Without a contract an encoded object stays inside: past the limit the object and the string
/// would both be right.
pub(in crate::generate) fn size(draft: &mut Draft, profile: Profile, choices: &mut Choices<'_>) {
    let is_decoded = matches!(&draft.truth, Truth::Accepted { rules, .. }
        if rules.iter().any(|rule| rule.rule == RuleName::Decode && rule.path.is_empty()));
    let sizes: &[usize] = if is_decoded && profile == Profile::Parse {
        &[LIMIT, LIMIT - 1]
    } else {
        &[LIMIT + 1, LIMIT, LIMIT - 1, LIMIT + 4_464]
    };
    let size = *choices.pick(sizes);
    let filling = " ".repeat(size.saturating_sub(draft.response.len()));
    draft.response.push_str(&filling);
    let requirement = match profile {
        Profile::Parse => "PAR-7",
        Profile::Normalize | Profile::Repair | Profile::Session | Profile::Guard => "LIM-1",
    };
    let name = if size > LIMIT {
        "size-past"
    } else {
        "size-inside"
    };
    draft.note(name, &[requirement, "LIM-4"]);
    if let Truth::Accepted { text, rules, .. } = &mut draft.truth
        // White space around a block is no part of the body.
        && !rules.iter().any(|rule| rule.rule == RuleName::Fence)
    {
        text.push_str(&filling);
    }
}

/// Says of a draft that is done what is right for its size. Past the limit, without a contract, a rejection is right as
/// well; under a contract what is valid as it stands is accepted, and whatever needs a rule is rejected: `limit`, or
/// the fault that stands.
pub(in crate::generate) fn judge(draft: &mut Draft, profile: Profile) {
    if draft.response.len() <= LIMIT || draft.is_cut() {
        return;
    }
    // The fault of what stands there with its wrapping on.
    let fault = match draft.form {
        Form::NoJson => Some(Category::Parse),
        Form::Other => Some(Category::Schema),
        Form::Object | Form::Perhaps => None,
    };
    match (&mut draft.truth, profile) {
        (
            Truth::Accepted { rules, .. },
            Profile::Normalize | Profile::Repair | Profile::Session | Profile::Guard,
        ) if !rules.is_empty() => {
            let mut reasons = vec![Category::Limit];
            let mut paths = vec![String::new()];
            if let Some(fault) = fault {
                reasons.push(fault);
            } else {
                // Whatever is still wrapped is of the wrong type.
                reasons.push(Category::Schema);
                paths.extend(rules.drain(..).map(|rule| rule.path));
            }
            draft.truth = Truth::Rejected {
                reasons,
                paths,
                lenient: None,
            };
        }
        (
            Truth::Accepted { .. },
            Profile::Normalize | Profile::Repair | Profile::Session | Profile::Guard,
        ) => {}
        (Truth::Accepted { .. }, Profile::Parse) => {
            draft.truth.or_rejected(Category::Limit);
            draft.truth.or_rejected(Category::Parse);
        }
        (Truth::Rejected { .. }, _) => {
            draft.truth.or_rejected(Category::Limit);
            if let Some(fault) = fault {
                draft.truth.or_rejected(fault);
            }
        }
    }
}
