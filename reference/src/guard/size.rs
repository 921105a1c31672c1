//! The size of a body: counted before anything is decoded (REQ GRD-4).

/// Whether a body has more than `most` characters: bytes that continue no other. The count stops
/// where it is decided, so that what follows the limit costs nothing.
pub(super) fn is_over(body: &[u8], most: u64) -> bool {
    let Ok(most) = usize::try_from(most) else {
        return false;
    };
    if body.len() <= most {
        return false;
    }
    // A character is at most four bytes long, so that so many bytes cannot be fewer characters.
    if body.len() > most.saturating_mul(4) {
        return true;
    }
    body.iter()
        .filter(|byte| starts(**byte))
        .nth(most)
        .is_some()
}

/// Whether a byte begins a character, or stands for one where the body is no UTF-8.
const fn starts(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_and_not_bytes() {
        for (body, size) in [
            ("", 0),
            ("abc", 3),
            ("äöü", 3),
            ("😀😀", 2),
            ("a\u{301}", 2),
        ] {
            assert!(!is_over(body.as_bytes(), size), "{body}");
            assert!(size == 0 || is_over(body.as_bytes(), size - 1), "{body}");
        }
    }

    #[test]
    fn bytes_that_are_no_utf_8_count_as_they_stand() {
        assert!(is_over(&[0xff, 0xfe, 0xff], 2));
        assert!(!is_over(&[0x80, 0x80, 0x80], 2));
        assert!(is_over(&[0x80; 9], 2), "more than four bytes a character");
    }
}
