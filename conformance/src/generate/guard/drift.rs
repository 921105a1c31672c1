//! Silent drift: a tool that answers by another schema than the one agreed on (REQ GRD-9).

use super::exchange::Exchange;
use super::field::{Field, Kind, Object};
use super::world::World;
use crate::case::OutputReason;
use crate::generate::world::stranger;
use crate::generate::{Choices, Json};

/// Bodies that are no answer of the tool at all, each with whether it is an object.
const OTHERS: [(&str, bool); 7] = [
    (r#"{"error":"not found"}"#, true),
    ("{}", true),
    ("[]", false),
    ("\"ok\"", false),
    ("null", false),
    ("true", false),
    ("0", false),
];

/// Makes the body one of another schema, where the contract has one; else another version, or none.
pub(super) fn drift(exchange: &mut Exchange, world: &World, choices: &mut Choices<'_>) {
    let kind = choices.upto(5);
    if !world.has_schema {
        return version(exchange, world, choices);
    }
    let spot = Spot::any(&world.root, choices);
    match kind {
        0 => rename(exchange, spot, choices),
        1 => retype(exchange, spot, choices),
        2 => other_case(exchange, spot, choices),
        3 => drop_required(exchange, spot, choices),
        4 => unknown(exchange, spot, choices),
        _ => nest(exchange, world, spot, choices),
    }
}

/// Takes the version away, or puts another in its place, where the contract asks for one.
pub(super) fn version(exchange: &mut Exchange, world: &World, choices: &mut Choices<'_>) {
    let kind = choices.upto(4);
    let Some(version) = &world.version else {
        return;
    };
    if kind == 1 {
        exchange.json.take(version.path[0]);
        exchange.note("version-absent", &["GRD-9", "GRD-4"]);
    } else {
        let other = version.other(choices);
        version.put(&mut exchange.json, other);
        exchange.note("version-other", &["GRD-9", "GRD-4"]);
    }
    exchange.fail(vec![OutputReason::SchemaVersion]);
}

/// Puts something else in the place of the whole body.
pub(super) fn whole(exchange: &mut Exchange, world: &World, choices: &mut Choices<'_>) {
    let at = choices.upto(OTHERS.len() + 1);
    // Past the end of the list: the right answer, as a string of its text.
    let (text, is_object) = OTHERS.get(at).copied().unwrap_or_default();
    if text.is_empty() {
        exchange.json.encode();
    } else {
        exchange.json = Json::Raw(text.to_owned());
    }
    exchange.note("other-body", &["GRD-3", "GRD-4"]);
    if world.version.is_some() {
        exchange.fail(vec![OutputReason::SchemaVersion]);
    }
    let root = &world.root;
    let lacks = root.fields.iter().any(|field| field.is_required);
    let is_strange = root.is_closed && text.contains("error");
    if world.has_schema && (!is_object || lacks || is_strange) {
        exchange.fail(vec![OutputReason::Schema("root".to_owned())]);
    }
}

/// An object of the answer, and one of its fields.
#[derive(Clone, Copy)]
struct Spot<'w> {
    /// The name of the member that the object is in; none if it is the whole.
    outer: Option<&'w Field>,
    object: &'w Object,
    field: Option<&'w Field>,
}

impl<'w> Spot<'w> {
    /// Any field of the top, or of an object in it.
    fn any(root: &'w Object, choices: &mut Choices<'_>) -> Self {
        let inner = root.fields.iter().filter_map(|field| match &field.kind {
            Kind::Part(object) | Kind::List(object) => Some((Some(field), object)),
            _ => None,
        });
        let objects: Vec<_> = std::iter::once((None, root)).chain(inner).collect();
        let (outer, object) = *choices.pick(&objects);
        let field = match object.fields.as_slice() {
            [] => None,
            fields => Some(choices.pick(fields)),
        };
        Self {
            outer,
            object,
            field,
        }
    }

    /// The object in a body; where it is missing it is put there.
    fn object<'j>(&self, json: &'j mut Json, choices: &mut Choices<'_>) -> Option<&'j mut Json> {
        let Some(outer) = self.outer else {
            return Some(json);
        };
        let mut value = self.object.value(choices);
        if let Some(field) = self.field
            && value.at(&[&field.name]).is_none()
            && let Json::Object(members) = &mut value
        {
            members.extend(field.members(choices));
        }
        let is_list = matches!(outer.kind, Kind::List(_));
        let value = if is_list {
            Json::Array(vec![value])
        } else {
            value
        };
        json.put(&outer.name, value);
        match json.at(&[&outer.name])? {
            Json::Array(items) => items.first_mut(),
            object => Some(object),
        }
    }

    /// The reason of a fault at the object itself.
    fn at_object(&self) -> OutputReason {
        let name = self.outer.map_or("root", |field| field.name.as_str());
        OutputReason::Schema(name.to_owned())
    }
}

/// Gives a field another name; what need not be there is dropped with a stranger beside it.
fn rename(exchange: &mut Exchange, spot: Spot<'_>, choices: &mut Choices<'_>) {
    let Some(field) = spot.field.filter(|field| field.is_required) else {
        return unknown(exchange, spot, choices);
    };
    let known: Vec<String> = std::iter::once(&field.name)
        .chain(spot.object.fields.iter().map(|field| &field.name))
        .cloned()
        .collect();
    let other = free(&stranger(&known, choices));
    if let Some(object) = spot.object(&mut exchange.json, choices) {
        let value = object.at(&[&field.name]).cloned().unwrap_or(Json::Null);
        object.take(&field.name);
        object.put(&other, value);
    }
    exchange.note("drift-renamed", &["GRD-9", "GRD-3"]);
    exchange.fail(vec![spot.at_object()]);
}

/// Gives a field a value of another type.
fn retype(exchange: &mut Exchange, spot: Spot<'_>, choices: &mut Choices<'_>) {
    let Some(field) = spot.field else {
        return unknown(exchange, spot, choices);
    };
    let other = field.retyped(choices);
    if let Some(object) = spot.object(&mut exchange.json, choices) {
        object.put(&field.name, other);
    }
    exchange.note("drift-retyped", &["GRD-9", "GRD-3"]);
    exchange.fail(vec![OutputReason::Schema(field.name.clone())]);
}

/// Gives a field of words one that is spelled otherwise, or a new one.
fn other_case(exchange: &mut Exchange, spot: Spot<'_>, choices: &mut Choices<'_>) {
    let Some((field, words)) = spot.field.and_then(|field| match field.kind {
        Kind::Word(words) => Some((field, words)),
        Kind::Period { .. } => Some((field, &["open", "closed"][..])),
        _ => None,
    }) else {
        return retype(exchange, spot, choices);
    };
    let word = *choices.pick(words);
    let other = match choices.upto(4) {
        0 => "trial".to_owned(),
        1 if word == word.to_uppercase() => word.to_lowercase(),
        1 => word.to_uppercase(),
        2 => format!("{word} "),
        3 => String::new(),
        _ => format!("{word}\u{200b}"),
    };
    if let Some(object) = spot.object(&mut exchange.json, choices) {
        object.put(&field.name, Json::string(other));
    }
    exchange.note("drift-enum", &["GRD-9", "GRD-3"]);
    exchange.fail(vec![OutputReason::Schema(field.name.clone())]);
}

/// Leaves a field out that must be there.
fn drop_required(exchange: &mut Exchange, spot: Spot<'_>, choices: &mut Choices<'_>) {
    let Some(field) = spot.field.filter(|field| field.is_required) else {
        return unknown(exchange, spot, choices);
    };
    if let Some(object) = spot.object(&mut exchange.json, choices) {
        object.take(&field.name);
    }
    exchange.note("drift-dropped", &["GRD-9", "GRD-3"]);
    exchange.fail(vec![spot.at_object()]);
}

/// Puts a member into an object that nobody knows: a fault where the object is closed.
fn unknown(exchange: &mut Exchange, spot: Spot<'_>, choices: &mut Choices<'_>) {
    let known: Vec<String> = spot
        .object
        .fields
        .iter()
        .map(|field| field.name.clone())
        .collect();
    let other = free(&stranger(&known, choices));
    let value = Json::string(choices.canary());
    if let Some(object) = spot.object(&mut exchange.json, choices) {
        object.put(&other, value);
    }
    exchange.note("member-unknown", &["GRD-3"]);
    if spot.object.is_closed {
        exchange.fail(vec![spot.at_object()]);
    }
}

/// Moves a field of the top into an object of its own, or one of an object to the top.
fn nest(exchange: &mut Exchange, world: &World, spot: Spot<'_>, choices: &mut Choices<'_>) {
    let Some(field) = spot.field.filter(|field| field.is_required) else {
        return unknown(exchange, spot, choices);
    };
    let mut moved = Json::Null;
    if let Some(object) = spot.object(&mut exchange.json, choices) {
        moved = object.at(&[&field.name]).cloned().unwrap_or(Json::Null);
        object.take(&field.name);
    }
    let mut reasons = vec![spot.at_object()];
    if spot.outer.is_some() {
        exchange.json.put(&free(&field.name), moved);
    } else {
        let inner = Json::object([(field.name.clone(), moved)]);
        exchange.json.put("moved here", inner);
    }
    if world.root.is_closed {
        let root = OutputReason::Schema("root".to_owned());
        if !reasons.contains(&root) {
            reasons.push(root);
        }
    }
    exchange.note("drift-nested", &["GRD-9", "GRD-3"]);
    exchange.fail(reasons);
}

/// A name that no field of any world has, near the one given.
fn free(name: &str) -> String {
    format!("{name} moved")
}
