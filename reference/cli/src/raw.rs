//! Texts of others on a terminal: they can neither end a line early nor send it commands.

/// A text on one line, its control characters as escapes.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(shown).collect()
}

/// A text on lines of its own, each behind a bar.
pub(crate) fn quoted(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(one_line).collect();
    format!("| {}\n", lines.join("\n| "))
}

fn shown(character: char) -> String {
    if character.is_control() || is_direction(character) {
        character.escape_unicode().to_string()
    } else {
        character.to_string()
    }
}

/// Marks that change in which order a line is shown, or whether it is shown at all.
fn is_direction(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
