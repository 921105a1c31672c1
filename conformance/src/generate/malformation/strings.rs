//! Strings at the edges of Unicode, and such as look like something else (REQ PAR-4).

use crate::generate::{Choices, Json};

const PIECES: [&str; 39] = [
    "a",
    "\0",
    "\u{1f}",
    "\u{7f}",
    "\u{80}",
    "\u{9f}",
    "\u{a0}",
    "\u{ad}",
    "é",
    "e\u{301}",
    "ﬁ",
    "ſ",
    "ı",
    "ß",
    "\u{212a}",
    "\u{200b}",
    "\u{2028}",
    "\u{202e}",
    "\u{feff}",
    "\u{fffd}",
    "\u{fffe}",
    "\u{ffff}",
    "\u{10000}",
    "\u{1f600}",
    "\u{10ffff}",
    "\"",
    "\\",
    "/",
    "\n",
    "\r\n\t",
    "\\u0061",
    "```",
    "~~~",
    "JSON",
    "{\"a\":1}",
    "null",
    "NaN",
    "None",
    "undefined",
];

/// Keys that are nearly the same, and such as mean something to a language or a library. All differ (REQ PAR-2).
pub(in crate::generate) const ALIKE: [&str; 17] = [
    "a",
    "A",
    "b",
    "",
    " a",
    "a ",
    "é",
    "e\u{301}",
    "K",
    "\u{212a}",
    "ﬁ",
    "fi",
    "__proto__",
    "constructor",
    "length",
    "$ref",
    "a\0",
];

/// A string of a few such pieces, or a long one.
pub(in crate::generate) fn string(choices: &mut Choices<'_>) -> String {
    let mut string = String::new();
    let mut pieces = 0;
    while choices.more(pieces, 3) {
        string.push_str(choices.pick::<&str>(&PIECES));
        pieces += 1;
    }
    if pieces == 3 && choices.one_in(8) {
        string = string.repeat(100);
    }
    string
}

/// An object whose keys are of one length and differ in their middle alone (REQ PAR-2): two, or more than anybody looks
/// through one by one.
pub(in crate::generate) fn crowd(choices: &mut Choices<'_>) -> Json {
    let members = *choices.pick(&[2, 17, 40]);
    Json::object((10..10 + members).map(|number| {
        let key = format!("the same{number}the ends");
        (key, Json::Number(number.to_string()))
    }))
}
