//! The forms of a value in the wrong container that can be put right (REQ REP-2).

use crate::json::{Kind, Value};
use crate::schema::{Id, Kinds, Schema, admitted};
use crate::vocabulary::{Reading, Triple, Vocabulary};

/// A form in which a value stands at an error place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// (a) Filters in an array where one filter object is due.
    Filters,
    /// (a) A whole list of filters in one flat array.
    FlatFilters,
    /// (b), (c) One object or one scalar where a list of such is due.
    Single,
    /// (d) A list of one object where that object is due.
    ListOfOne,
}

/// Where an error stands, as far as its form depends on it.
#[derive(Clone, Copy)]
pub(super) struct Site<'c> {
    pub(super) schema: &'c Schema,
    /// The subschema whose `type` fails.
    pub(super) judge: Id,
    /// The container that it asks for.
    pub(super) due: Kind,
    /// Whether the value is an item of a filter list.
    pub(super) in_filter_list: bool,
    pub(super) vocabulary: Option<Vocabulary<'c>>,
}

/// The form of a value at an error place; `None` where putting it right would need invention or a
/// guess.
pub(super) fn form(value: Value<'_>, site: Site<'_>) -> Option<Form> {
    match (site.due, value.kind()) {
        (Kind::Object, Kind::Array) if site.in_filter_list && says_filters(value, site) => {
            Some(Form::Filters)
        }
        (Kind::Object, Kind::Array) => {
            let mut items = value.elements();
            let is_one_object = |item: Value<'_>| item.kind() == Kind::Object;
            let alone = value.len() == 1 && items.next().is_some_and(is_one_object);
            alone.then_some(Form::ListOfOne)
        }
        (Kind::Array, Kind::Object) => {
            (items(site)? == Kinds::of(Kind::Object)).then_some(Form::Single)
        }
        (Kind::Array, _) => {
            let items = items(site)?;
            let fits = items.meets(Kinds::of_value(value)) && !items.meets(Kinds::CONTAINERS);
            (fits && !is_json_text(value)).then_some(Form::Single)
        }
        _ => None,
    }
}

/// Whether a value says filters: it is recognized, or a list of recognized arrays.
fn says_filters(value: Value<'_>, site: Site<'_>) -> bool {
    site.vocabulary
        .is_some_and(|vocabulary| filters_in(value, &vocabulary).is_some())
}

/// The filters that a recognized array says, or a list of nothing but such arrays, one level too deep.
pub(super) fn filters_in<'d>(
    value: Value<'d>,
    vocabulary: &Vocabulary<'_>,
) -> Option<Vec<Triple<'d>>> {
    let says = |value: Value<'d>| {
        let filters = vocabulary.read(value).triples().to_vec();
        (!filters.is_empty()).then_some(filters)
    };
    if value.kind() != Kind::Array || value.is_empty() {
        return None;
    }
    says(value).or_else(|| {
        let each: Option<Vec<_>> = value.elements().map(says).collect();
        Some(each?.concat())
    })
}

/// Whether a value is a filter list in one flat array: two triples or more, and no labelled form.
pub(super) fn is_flat(value: Value<'_>, vocabulary: &Vocabulary<'_>) -> bool {
    match vocabulary.read(value) {
        Reading::Triples(triples) => triples.len() > 1,
        _ => false,
    }
}

/// The types that the `items` beside the failing `type` admits.
fn items(site: Site<'_>) -> Option<Kinds> {
    let items = site.schema.get(site.judge).items?;
    Some(admitted(site.schema, items))
}

/// Whether a value is a string that is JSON text of an array or object. Duplicate keys, depth and
/// the size of numbers do not make it less so, so a parser decides that knows no such limits.
fn is_json_text(value: Value<'_>) -> bool {
    let Some(text) = value.as_str() else {
        return false;
    };
    let text = text.trim_matches([' ', '\t', '\n', '\r']);
    text.starts_with(['[', '{'])
        && serde_json::from_str::<&serde_json::value::RawValue>(text).is_ok()
}
