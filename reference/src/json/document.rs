//! The lexical tree: a flat list of nodes in the order of the text, each with its span.

use std::borrow::Cow;
use std::ops::Range;

use super::error::ParseError;
use super::parse;
use super::text::unescape;

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number of any size, kept as it was written (REQ PAR-3).
    Number,
    /// A string
    String,
    /// An array
    Array,
    /// An object
    Object,
}

impl Kind {
    /// Whether it is a string, number, boolean or null: what the policy calls a scalar.
    #[must_use]
    pub const fn is_scalar(self) -> bool {
        !matches!(self, Self::Array | Self::Object)
    }
}

/// One node. A container is followed by its children; an object's children alternate key, value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// First byte of the token.
    pub(super) start: u32,
    /// The byte after its last one.
    pub(super) end: u32,
    /// Index of the node after this one and all that is inside it.
    pub(super) next: u32,
    /// Members of an object, elements of an array; for a string 1 if it has escapes.
    pub(super) count: u32,
    pub(super) kind: Kind,
}

/// A text that parsed strictly, and its tree.
#[derive(Debug, Clone)]
pub struct Document<'t> {
    text: Cow<'t, str>,
    nodes: Vec<Node>,
}

impl<'t> Document<'t> {
    /// Parses strictly (REQ PAR-1 to PAR-6), in one pass over the bytes of `text`.
    ///
    /// # Errors
    ///
    /// Anything but one RFC 8259 value with unique keys, nested at most
    /// [`crate::limits::MAX_DEPTH`] deep.
    pub fn parse(text: impl Into<Cow<'t, str>>) -> Result<Self, ParseError> {
        let text = text.into();
        let nodes = parse::parse(&text)?;
        Ok(Self { text, nodes })
    }

    /// The whole value.
    #[must_use]
    pub fn root(&self) -> Value<'_> {
        Value {
            text: &self.text,
            nodes: &self.nodes,
            index: 0,
        }
    }

    /// The text it was parsed from, to the byte.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text alone; a borrowed one is copied.
    pub(crate) fn into_text(self) -> String {
        self.text.into_owned()
    }
}

/// One value inside a [`Document`]; copying it costs nothing.
#[derive(Debug, Clone, Copy)]
pub struct Value<'d> {
    text: &'d str,
    nodes: &'d [Node],
    index: usize,
}

/// What stands where no node is. It is never reached from a parsed document and spares a panic.
const NOWHERE: Node = Node {
    start: 0,
    end: 0,
    next: u32::MAX,
    count: 0,
    kind: Kind::Null,
};

impl Value<'static> {
    /// Null, outside of any document.
    pub(crate) const NOTHING: Self = Self {
        text: "",
        nodes: &[],
        index: 0,
    };
}

impl<'d> Value<'d> {
    fn node(self) -> Node {
        self.nodes.get(self.index).copied().unwrap_or(NOWHERE)
    }

    /// What it is.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// Where it stands, in bytes from the start of the document's text.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        let node = self.node();
        node.start as usize..node.end as usize
    }

    /// The bytes it was written with.
    #[must_use]
    pub fn raw(self) -> &'d str {
        self.text.get(self.span()).unwrap_or_default()
    }

    /// Its place in the order of the text; unique in its document.
    #[must_use]
    pub(crate) const fn index(self) -> usize {
        self.index
    }

    /// The address of the tree it belongs to: with [`Self::index`] it tells any two values apart.
    #[must_use]
    pub(crate) fn tree(self) -> usize {
        self.nodes.as_ptr().addr()
    }

    /// A string's text, unescaped, code point for code point (REQ PAR-4); else nothing.
    #[must_use]
    pub fn as_str(self) -> Option<Cow<'d, str>> {
        let node = self.node();
        if node.kind != Kind::String {
            return None;
        }
        let content = self
            .text
            .get(node.start as usize + 1..node.end as usize - 1)?;
        Some(if node.count == 0 {
            Cow::Borrowed(content)
        } else {
            unescape(content)
        })
    }

    /// Whether it is the string `text`.
    #[must_use]
    pub(crate) fn is_str(self, text: &str) -> bool {
        // The length decides most comparisons, and an escape is rare.
        let node = self.node();
        if node.kind == Kind::String && node.count == 0 {
            let content = node.start as usize + 1..node.end as usize - 1;
            return content.len() == text.len()
                && self.text.as_bytes().get(content) == Some(text.as_bytes());
        }
        self.as_str().is_some_and(|own| own == text)
    }

    /// A number's text as written; else nothing.
    #[must_use]
    pub fn as_number(self) -> Option<&'d str> {
        (self.kind() == Kind::Number).then(|| self.raw())
    }

    /// A boolean's value; else nothing.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        (self.kind() == Kind::Boolean).then(|| self.raw() == "true")
    }

    /// How many members an object or elements an array has; 0 for a scalar.
    #[must_use]
    pub fn len(self) -> usize {
        match self.kind() {
            Kind::Array | Kind::Object => self.node().count as usize,
            _ => 0,
        }
    }

    /// Whether it has neither members nor elements.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// An object's members in the order of the text; nothing for other values.
    #[must_use]
    pub fn members(self) -> Members<'d> {
        let count = if self.kind() == Kind::Object {
            self.len()
        } else {
            0
        };
        Members {
            next: self.at(self.index + 1),
            left: count,
        }
    }

    /// An array's elements in order; nothing for other values.
    #[must_use]
    pub fn elements(self) -> Elements<'d> {
        let count = if self.kind() == Kind::Array {
            self.len()
        } else {
            0
        };
        Elements {
            next: self.at(self.index + 1),
            left: count,
        }
    }

    /// The member of that name, if it is an object and has one.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Value<'d>> {
        self.members()
            .find(|(key, _)| key.is_str(name))
            .map(|(_, value)| value)
    }

    /// Visits this value and every one inside, an outer one first; keys are left out.
    pub(crate) fn each_inside(self, visit: &mut dyn FnMut(Value<'d>)) {
        visit(self);
        self.elements()
            .for_each(|element| element.each_inside(visit));
        self.members()
            .for_each(|(_, member)| member.each_inside(visit));
    }

    /// Whether `other`, of the same document, is this value or stands inside it.
    pub(crate) fn holds(self, other: Value<'_>) -> bool {
        (self.index..self.node().next as usize).contains(&other.index)
    }

    /// How many values and keys it is made of, itself included.
    pub(crate) fn extent(self) -> usize {
        (self.node().next as usize).saturating_sub(self.index)
    }

    /// The value at that place in the order of the text of the same document.
    pub(crate) const fn at(self, index: usize) -> Value<'d> {
        Value { index, ..self }
    }

    fn after(self) -> Value<'d> {
        self.at(self.node().next as usize)
    }
}

/// See [`Value::members`]: pairs of the key, as a string value, and what it names.
#[derive(Debug, Clone)]
pub struct Members<'d> {
    next: Value<'d>,
    left: usize,
}

impl<'d> Iterator for Members<'d> {
    type Item = (Value<'d>, Value<'d>);

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let key = self.next;
        let value = key.at(key.index + 1);
        self.next = value.after();
        Some((key, value))
    }
}

/// See [`Value::elements`].
#[derive(Debug, Clone)]
pub struct Elements<'d> {
    next: Value<'d>,
    left: usize,
}

impl<'d> Iterator for Elements<'d> {
    type Item = Value<'d>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let element = self.next;
        self.next = element.after();
        Some(element)
    }
}
