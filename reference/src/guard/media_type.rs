//! The media type of a body, compared as RFC 9110 has it (REQ GRD-4).

use mediatype::Value as ParameterValue;

/// A type and a subtype without parameters, such as `application/json`, in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MediaType(String);

impl MediaType {
    /// Reads a type of a contract's list: no parameters, and no `*`, which would look like a range and
    /// be none.
    pub(super) fn read(text: &str) -> Option<Self> {
        Self::essence(text).filter(|_| !text.contains('*'))
    }

    /// Reads the field `Content-Type` of an output whose charset, if one is stated, is UTF-8. None
    /// if it is outside the grammar of `media-type`, two types among them.
    pub(super) fn of_field(field: &str) -> Option<Self> {
        let mut parts = split(field).map(|part| part.trim_matches([' ', '\t']));
        let essence = Self::essence(parts.next()?)?;
        // A parameter may be empty: RFC 9110 has `*( OWS ";" OWS [ parameter ] )`.
        parts
            .filter(|part| !part.is_empty())
            .all(is_harmless)
            .then_some(essence)
    }

    /// As the contract shows it, in lower case.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    fn essence(text: &str) -> Option<Self> {
        // The library reads parameters as well, which it takes for less than the grammar allows.
        let is_alone = !text.contains([';', ' ', '\t']);
        let read = is_alone.then(|| mediatype::MediaType::parse(text).ok())?;
        read.map(|_| Self(text.to_ascii_lowercase()))
    }
}

/// Whether a parameter is one by the grammar, and no charset other than UTF-8.
fn is_harmless(parameter: &str) -> bool {
    let Some((name, value)) = parameter.split_once('=') else {
        return false;
    };
    let Some(value) = read_value(value) else {
        return false;
    };
    let is_charset = name.eq_ignore_ascii_case("charset");
    is_token(name) && (!is_charset || value.eq_ignore_ascii_case("utf-8"))
}

/// A token as it stands, or what is quoted.
fn read_value(text: &str) -> Option<String> {
    // The library takes an empty token, which the grammar has not, and no empty string in quotes, which it has.
    if text == r#""""# {
        return Some(String::new());
    }
    let value = ParameterValue::new(text).filter(|_| !text.is_empty())?;
    let is_text = |byte: u8| byte == b'\t' || (byte >= b' ' && byte != 0x7f);
    text.bytes()
        .all(is_text)
        .then(|| value.unquoted_str().into_owned())
}

fn is_token(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_allowed)
}

/// The parts between semicolons that stand in no quoted string.
fn split(field: &str) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    field.split(move |character| {
        let ends = character == ';' && !is_quoted;
        if character == '"' && !is_escaped {
            is_quoted = !is_quoted;
        }
        is_escaped = is_quoted && character == '\\' && !is_escaped;
        ends
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_json(field: &str) -> bool {
        MediaType::of_field(field) == MediaType::read("application/json")
    }

    #[test]
    fn case_parameters_and_white_space_round_semicolons_do_not_matter() {
        for field in [
            "application/json",
            "Application/JSON",
            " application/json\t",
            "application/json;",
            "application/json;;",
            "application/json; ; a=b ;",
            "application/json;charset=utf-8",
            "application/json ;\tCHARSET=UTF-8",
            r#"application/json; charset="utf-8""#,
            r#"application/json; charset="ut\f-8""#,
            r#"application/json; profile="a;b,c=\"d\" e""#,
            "application/json; profile=\"\u{e4}\u{df}\"",
            "application/json; !x*=utf-8''a",
            r#"application/json; a="""#,
            "application/json; charset=utf-8; charset=UTF-8",
        ] {
            assert!(is_json(field), "{field}");
        }
    }

    #[test]
    fn what_is_no_media_type_or_another_charset_is_none() {
        for field in [
            "",
            " ",
            ";",
            "application",
            "application/",
            "/json",
            "application /json",
            "application/ json",
            "application/json x",
            "application/json, application/json",
            "application/json,",
            "application/json\n",
            "application/json; charset",
            "application/json; charset=",
            "application/json; charset =utf-8",
            "application/json; charset= utf-8",
            "application/json; =utf-8",
            "application/json; a=b c",
            "application/json; a=\u{e4}",
            "application/json; a=\"b",
            "application/json; a=\"b\"c",
            "application/json; a=\"\u{1}\"",
            "application/json; a=\"\u{7f}\"",
            "application/json; charset=utf8",
            "application/json; charset=latin1",
            r#"application/json; charset="""#,
            "application/json; charset=utf-8; charset=latin1",
        ] {
            assert_eq!(MediaType::of_field(field), None, "{field}");
        }
    }

    #[test]
    fn another_type_is_another_type() {
        for field in [
            "text/html",
            "application/json5",
            "application/jso",
            "application/vnd.api+json",
            "text/json",
            "*/*",
        ] {
            assert!(!is_json(field), "{field}");
        }
    }

    #[test]
    fn a_contract_lists_types_alone() {
        assert!(MediaType::read("application/vnd.api+json").is_some());
        for text in [
            "*/*",
            "application/*",
            "application/json; a=b",
            "application/json ",
            "json",
        ] {
            assert_eq!(MediaType::read(text), None, "{text}");
        }
    }
}
