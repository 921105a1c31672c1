//! Long texts, given in parts.

use serde::Deserialize;

use super::error::CaseError;

/// The longest text, in bytes, that parts may join to. Far above every limit of the policy; a slip in `times` ends in
/// an error instead of filling the memory.
pub const MAX_TEXT_BYTES: usize = 16 * 1024 * 1024;

/// A piece of a long text.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "each part is a string or {\"repeat\": string, \"times\": number}"
)]
pub(super) enum Part {
    Text(String),
    Repeat(Repeat),
}

/// A piece that stands many times.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Repeat {
    repeat: String,
    times: usize,
}

/// The text that a field gives, whole or in parts; none if it gives neither.
pub(super) fn join(
    field: &'static str,
    whole: Option<String>,
    parts: Option<Vec<Part>>,
) -> Result<Option<String>, CaseError> {
    match (whole, parts) {
        (Some(_), Some(_)) => Err(CaseError::Twice(field)),
        (whole, None) => Ok(whole),
        (None, Some(parts)) => joined(&parts).map(Some).ok_or(CaseError::TooLong(field)),
    }
}

/// The parts, one after the other; none if that is longer than [`MAX_TEXT_BYTES`].
fn joined(parts: &[Part]) -> Option<String> {
    let lengths = parts
        .iter()
        .map(|part| part.piece().len().saturating_mul(part.times()));
    let length = lengths.fold(0, usize::saturating_add);
    if length > MAX_TEXT_BYTES {
        return None;
    }
    let mut text = String::with_capacity(length);
    for part in parts {
        push_repeated(&mut text, part.piece(), part.times());
    }
    Some(text)
}

impl Part {
    fn piece(&self) -> &str {
        match self {
            Self::Text(piece) => piece,
            Self::Repeat(Repeat { repeat, .. }) => repeat,
        }
    }

    fn times(&self) -> usize {
        match self {
            Self::Text(_) => 1,
            Self::Repeat(Repeat { times, .. }) => *times,
        }
    }
}

/// Doubles what is there instead of pushing piece by piece or through a second text: the suite's long texts are most of
/// what loading it costs.
fn push_repeated(text: &mut String, piece: &str, times: usize) {
    let start = text.len();
    let end = start + piece.len() * times;
    if times > 0 {
        text.push_str(piece);
    }
    while text.len() < end {
        let length = (text.len() - start).min(end - text.len());
        text.extend_from_within(start..start + length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn join_parts(parts: &str) -> Result<Option<String>, CaseError> {
        join("response", None, Some(serde_json::from_str(parts).unwrap()))
    }

    #[test]
    fn parts_stand_one_after_the_other() {
        for times in 0..40 {
            let parts = format!(r#"["<",{{"repeat":"äb","times":{times}}},">"]"#);
            assert_eq!(
                join_parts(&parts),
                Ok(Some(format!("<{}>", "äb".repeat(times))))
            );
        }
        assert_eq!(join_parts("[]"), Ok(Some(String::new())));
        assert_eq!(
            join_parts(r#"[{"repeat":"","times":9}]"#),
            Ok(Some(String::new()))
        );
    }

    #[test]
    fn a_slip_in_times_does_not_fill_the_memory() {
        let at_limit = format!(r#"["aa",{{"repeat":"b","times":{}}}]"#, MAX_TEXT_BYTES - 2);
        assert_eq!(
            join_parts(&at_limit).unwrap().unwrap().len(),
            MAX_TEXT_BYTES
        );
        for times in [MAX_TEXT_BYTES - 1, usize::MAX] {
            let past_limit = format!(r#"["aa",{{"repeat":"b","times":{times}}}]"#);
            assert_eq!(join_parts(&past_limit), Err(CaseError::TooLong("response")));
        }
    }
}
