//! A value without the white space between its tokens.

use super::document::{Kind, Value};

/// Writes the tokens of a value as they stand, with nothing between them.
pub(crate) fn compact(value: Value<'_>, to: &mut String) {
    match value.kind() {
        Kind::Array => {
            to.push('[');
            for (index, element) in value.elements().enumerate() {
                if index > 0 {
                    to.push(',');
                }
                compact(element, to);
            }
            to.push(']');
        }
        Kind::Object => {
            to.push('{');
            for (index, (key, member)) in value.members().enumerate() {
                if index > 0 {
                    to.push(',');
                }
                to.push_str(key.raw());
                to.push(':');
                compact(member, to);
            }
            to.push('}');
        }
        _ => to.push_str(value.raw()),
    }
}

#[cfg(test)]
mod tests {
    use super::compact;
    use crate::json::Document;

    #[test]
    fn tokens_stay_and_the_space_between_them_goes() {
        let text = " { \"a\\u0020\" : [ 1.0 , \" b \" , { } ] ,\r\n\"c\":\tnull } ";
        let document = Document::parse(text).unwrap();
        let mut compacted = String::new();
        compact(document.root(), &mut compacted);
        assert_eq!(compacted, r#"{"a\u0020":[1.0," b ",{}],"c":null}"#);
    }
}
