//! How large a text is: characters, bytes, and tokens of two vocabularies. Both lie in the program; nothing is fetched.

use recovery_reports::prompt_size::Size;
use tiktoken_rs::{cl100k_base_singleton, o200k_base_singleton};

/// The size of a text.
pub(crate) fn size(text: &str) -> Size {
    Size {
        characters: text.chars().count() as u64,
        bytes: text.len() as u64,
        o200k_base: o200k_base_singleton().encode_ordinary(text).len() as u64,
        cl100k_base: cl100k_base_singleton().encode_ordinary(text).len() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts that others publish for these texts and vocabularies.
    #[test]
    fn a_text_is_counted_in_four_units() {
        let size = size("tiktoken is great! お誕生日おめでとう");
        assert_eq!((size.characters, size.bytes), (28, 46));
        assert_eq!(
            (
                super::size("tiktoken is great!").cl100k_base,
                super::size("お誕生日おめでとう").cl100k_base
            ),
            (6, 9)
        );
        assert_eq!(super::size("お誕生日おめでとう").o200k_base, 8);
        assert_eq!(super::size(""), Size::default());
    }
}
