//! A JSON text as it is being made: the value it means, and the wrappings that rules may take off.

use super::Choices;

/// A JSON value with the wrappings of section 5 as nodes of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number, by its token.
    Number(String),
    /// A string, by its characters.
    String(String),
    /// An array.
    Array(Vec<Self>),
    /// An object. A key may stand in it twice: that is a malformation like any other.
    Object(Vec<(String, Self)>),
    /// An object that stands in the response as a string of its text (REQ DEC-2).
    Encoded(Box<Self>),
    /// A list of one filter object that stands in the response as a primitive filter (REQ FIL-1).
    Filter {
        /// Whether the three labels stand in it.
        is_labelled: bool,
        /// The column.
        column: String,
        /// The operator.
        operator: String,
        /// The value, a scalar.
        value: Box<Self>,
    },
    /// Text that stands as it is in the place of a value, JSON or not.
    Raw(String),
}

impl Json {
    /// A string.
    pub(super) fn string(text: impl Into<String>) -> Self {
        Self::String(text.into())
    }

    /// An object of these members.
    pub(super) fn object<K: Into<String>>(members: impl IntoIterator<Item = (K, Self)>) -> Self {
        let members = members.into_iter();
        Self::Object(members.map(|(key, value)| (key.into(), value)).collect())
    }

    /// The value at this path of keys and indexes, looked up through every encoding on the way.
    pub(super) fn at(&mut self, path: &[&str]) -> Option<&mut Self> {
        match (path, self) {
            ([], json) => Some(json),
            (path, Self::Encoded(object)) => object.at(path),
            ([key, rest @ ..], Self::Object(members)) => {
                let (_, value) = members.iter_mut().find(|(name, _)| name == key)?;
                value.at(rest)
            }
            ([index, rest @ ..], Self::Array(items)) => {
                let index: usize = index.parse().ok()?;
                items.get_mut(index)?.at(rest)
            }
            _ => None,
        }
    }

    /// Sets a member of an object, under whatever encoding; anything else becomes an object of it.
    pub(super) fn put(&mut self, key: &str, value: Self) {
        match self {
            Self::Encoded(object) => object.put(key, value),
            Self::Object(members) => match members.iter_mut().find(|(name, _)| name == key) {
                Some((_, old)) => *old = value,
                None => members.push((key.to_owned(), value)),
            },
            _ => *self = Self::object([(key, value)]),
        }
    }

    /// Takes a member out of an object.
    pub(super) fn take(&mut self, key: &str) {
        match self {
            Self::Encoded(object) => object.take(key),
            Self::Object(members) => members.retain(|(name, _)| name != key),
            _ => {}
        }
    }

    /// Turns the order of the members of every object, which means nothing.
    pub(super) fn turn(&mut self, choices: &mut Choices<'_>) {
        match self {
            Self::Encoded(object) => object.turn(choices),
            Self::Array(items) => items.iter_mut().for_each(|item| item.turn(choices)),
            Self::Object(members) => {
                if members.len() > 1 {
                    let by = choices.upto(members.len() - 1);
                    members.rotate_left(by);
                }
                for (_, value) in members {
                    value.turn(choices);
                }
            }
            _ => {}
        }
    }

    /// Wraps it into a string.
    pub(super) fn encode(&mut self) {
        let json = std::mem::replace(self, Self::Null);
        *self = Self::Encoded(Box::new(json));
    }

    /// The value that is right once the rules have taken off every wrapping, as compact JSON text.
    #[must_use]
    pub(super) fn value_text(&self) -> String {
        let mut text = String::new();
        self.write_value(&mut text);
        text
    }

    fn write_value(&self, to: &mut String) {
        match self {
            Self::Null => to.push_str("null"),
            Self::Boolean(value) => to.push_str(if *value { "true" } else { "false" }),
            Self::Number(token) | Self::Raw(token) => to.push_str(token),
            Self::String(text) => to.push_str(&quoted(text)),
            Self::Array(items) => {
                list(to, ['[', ']'], items, |to, item| item.write_value(to));
            }
            Self::Object(members) => {
                list(to, ['{', '}'], members, |to, (key, value)| {
                    to.push_str(&quoted(key));
                    to.push(':');
                    value.write_value(to);
                });
            }
            Self::Encoded(object) => object.write_value(to),
            Self::Filter {
                column,
                operator,
                value,
                ..
            } => {
                for (before, token) in [
                    (r#"[{"column":"#, quoted(column)),
                    (r#","operator":"#, quoted(operator)),
                    (r#","value":"#, value.value_text()),
                ] {
                    to.push_str(before);
                    to.push_str(&token);
                }
                to.push_str("}]");
            }
        }
    }
}

/// Writes items between brackets, with commas between them.
fn list<T>(
    to: &mut String,
    [open, close]: [char; 2],
    items: &[T],
    write: impl Fn(&mut String, &T),
) {
    to.push(open);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            to.push(',');
        }
        write(to, item);
    }
    to.push(close);
}

/// A string as a JSON token, with no more escapes than JSON needs.
#[must_use]
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
