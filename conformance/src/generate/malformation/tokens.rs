//! The tokens of a JSON text, so that something can be put between them or in the place of one.

use std::ops::Range;

/// Where the tokens of a JSON text stand.
pub(in crate::generate) fn tokens(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = bytes.get(at) {
        let length = match first {
            b' ' | b'\t' | b'\n' | b'\r' => {
                at += 1;
                continue;
            }
            b'"' => string_length(&bytes[at..]),
            b'{' | b'}' | b'[' | b']' | b',' | b':' => 1,
            _ => {
                let is_end = |byte: &u8| b" \t\n\r{}[],:\"".contains(byte);
                let rest = &bytes[at..];
                rest.iter().position(is_end).unwrap_or(rest.len())
            }
        };
        tokens.push(at..at + length);
        at += length;
    }
    tokens
}

/// The index of the last token of the value that begins with this one.
pub(in crate::generate) fn end_of_value(
    text: &str,
    tokens: &[Range<usize>],
    first: usize,
) -> usize {
    let mut open = 0usize;
    for (index, token) in tokens.iter().enumerate().skip(first) {
        match &text[token.clone()] {
            "{" | "[" => open += 1,
            "}" | "]" => open = open.saturating_sub(1),
            _ => {}
        }
        if open == 0 {
            return index;
        }
    }
    first
}

fn string_length(bytes: &[u8]) -> usize {
    let mut is_escaped = false;
    for (index, byte) in bytes.iter().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return index + 1,
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_cover_all_but_the_white_space() {
        let text = r#" {"a\"}": [1.5e+2,null , "é"]}"#;
        let found: Vec<_> = tokens(text).into_iter().map(|at| &text[at]).collect();
        assert_eq!(
            found,
            [
                "{",
                r#""a\"}""#,
                ":",
                "[",
                "1.5e+2",
                ",",
                "null",
                ",",
                "\"é\"",
                "]",
                "}"
            ]
        );
        let all = tokens(text);
        assert_eq!(
            [0, 1, 3, 4].map(|first| end_of_value(text, &all, first)),
            [10, 1, 9, 4]
        );
    }
}
