//! The whole as one JSON string (REQ DEC-1, DEC-3).

use super::size;
use crate::case::{Category, Level, Profile, Rule, RuleName};
use crate::generate::{Choices, Draft, Form, Spelling, Truth};

/// White space around the string.
const AROUND: [[&str; 2]; 4] = [["", ""], ["\n", "\n"], [" ", "\t"], ["\r\n", " "]];

/// Encodes the response as one JSON string. Around an object the rule `decode` comes first, and what is right or wrong
/// inside stays so. Around anything else it is a string that holds no object: see [`no_object`]. Without a contract an
/// object that may or may not be read is left as it is and nothing is noted: three outcomes would be right, and two of
/// them values.
pub(in crate::generate) fn encode(draft: &mut Draft, profile: Profile, choices: &mut Choices<'_>) {
    if draft.form == Form::Perhaps && profile == Profile::Parse {
        return;
    }
    let spelling = Spelling::of_strings(choices);
    let around = *choices.pick(&AROUND);
    enclose(draft, profile, spelling, around);
    draft.note("encode", &["DEC-1"]);
}

/// Makes the response a string that holds no object: under a contract rejected at the root (`schema` or `parse`),
/// without one accepted as exactly that string or rejected (REQ PAR-7).
pub(in crate::generate) fn no_object(
    draft: &mut Draft,
    profile: Profile,
    choices: &mut Choices<'_>,
) {
    if draft.is_broken() {
        return encode(draft, profile, choices);
    }
    let (name, content) = match choices.upto(10) {
        0 => ("encode-array", format!("[{}]", draft.response)),
        1 => (
            "encode-scalar",
            (*choices.pick(&["1", "null", "true", "\"\""])).to_owned(),
        ),
        2 => (
            "encode-nothing",
            (*choices.pick(&["", " ", "x"])).to_owned(),
        ),
        3 => (
            "encode-twice",
            Spelling::of_strings(choices).string(&draft.response),
        ),
        4 => ("encode-fence", format!("```\n{}\n```", draft.response)),
        5 => ("encode-prose-before", format!("x{}", draft.response)),
        6 => ("encode-prose-after", format!("{} x", draft.response)),
        7 => ("encode-two", format!("{}{{}}", draft.response)),
        8 => (
            "encode-byte-order-mark",
            format!("\u{feff}{}", draft.response),
        ),
        9 => (
            "encode-trailing-comma",
            match draft.response.rsplit_once('}') {
                Some((before, after)) => format!("{before},}}{after}"),
                None => format!("{},", draft.response),
            },
        ),
        _ => ("encode-cut", cut(&draft.response).to_owned()),
    };
    draft.response = content;
    draft.form = Form::NoJson;
    let spelling = Spelling::of_strings(choices);
    let around = *choices.pick(&AROUND);
    enclose(draft, profile, spelling, around);
    draft.note(name, &["DEC-3", "PAR-7"]);
}

/// A text without its last brace or what stands there.
fn cut(text: &str) -> &str {
    let mut characters = text.trim_end().chars();
    characters.next_back();
    characters.as_str()
}

/// A text as a string token, in the shortest spelling if it would come near the limit of size in another.
fn token(text: &str, spelling: Spelling) -> String {
    let token = spelling.string(text);
    if token.len() < size::LIMIT / 2 {
        token
    } else {
        Spelling::PLAIN.string(text)
    }
}

/// Puts the response into a string, and the truth with it.
fn enclose(draft: &mut Draft, profile: Profile, spelling: Spelling, [before, after]: [&str; 2]) {
    let token = token(&draft.response, spelling);
    draft.response = format!("{before}{token}{after}");
    let holds_object = matches!(draft.form, Form::Object | Form::Perhaps);
    let is_unsure = draft.form == Form::Perhaps;
    draft.form = Form::Other;
    if draft.is_cut() {
        return;
    }
    if !holds_object {
        draft.truth = no_object_truth(draft, profile, token);
        return;
    }
    if let Truth::Accepted { text, rules, .. } = &mut draft.truth {
        *text = format!("{before}{text}{after}");
        rules.insert(
            0,
            Rule {
                rule: RuleName::Decode,
                path: String::new(),
            },
        );
    }
    if is_unsure {
        for category in [Category::Schema, Category::Parse] {
            draft.truth.or_rejected(category);
        }
    }
}

/// What is right for a response that is a string which holds no object.
fn no_object_truth(draft: &Draft, profile: Profile, token: String) -> Truth {
    match profile {
        Profile::Parse => Truth::Accepted {
            value: token,
            text: draft.response.clone(),
            rules: Vec::new(),
            level: Level::May,
            reasons: Vec::new(),
        },
        Profile::Normalize | Profile::Repair | Profile::Session | Profile::Guard => {
            Truth::Rejected {
                reasons: vec![Category::Schema, Category::Parse],
                paths: vec![String::new()],
                lenient: None,
            }
        }
    }
}

/// Encodes the response in a way that gives no string: rejected, `parse`, whatever was right before.
pub(in crate::generate) fn amiss(draft: &mut Draft, _: Profile, choices: &mut Choices<'_>) {
    if draft.is_broken() {
        return;
    }
    let kind = choices.upto(3);
    let holds_object = draft.form == Form::Object;
    let token = Spelling::PLAIN.string(&draft.response);
    let inside = &token[1..token.len() - 1];
    let (name, response) = match kind {
        0 => ("encode-single-quotes", format!("'{inside}'")),
        1 => ("encode-raw-line-end", format!("\"{inside}\n\"")),
        2 => ("encode-bad-escape", format!("\"\\'{inside}\"")),
        _ => ("encode-lone-surrogate", format!("\"{inside}\\ud800\"")),
    };
    draft.response = response;
    // A quote or a line end that is spelled wrongly can be read; what is no character cannot.
    if holds_object && kind < 2 {
        draft.reject_readable_text();
    } else {
        draft.reject_text();
    }
    draft.note(name, &["DEC-1", "PAR-1"]);
}
