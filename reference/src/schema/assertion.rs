//! The keywords that assert by themselves, by no subschema (REQ CON-2).

use std::cmp::Ordering;

use serde_json::Value as Plain;

use super::kinds::Kinds;
use super::pattern::Pattern;
use crate::json::{Decimal, Kind};
use crate::part::Part;
use crate::refusal::{ContractError, ContractFault};

/// A keyword that asserts by itself, in a form that loses no digit.
#[derive(Debug)]
pub(crate) enum Assertion {
    /// `type`, `required` and the sizes, as JSON Schema has them.
    Plain(&'static str, Plain),
    /// `minimum` and the other bounds: the number as it was written.
    Bound(Bound, String),
    /// `enum`, or `const` as an `enum` of one: the JSON text of the array.
    Enum(String),
    /// `pattern`, as it was written.
    Pattern(String),
}

/// A keyword that compares a number with a limit.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Bound {
    Minimum,
    Maximum,
    ExclusiveMinimum,
    ExclusiveMaximum,
}

impl Bound {
    pub(crate) const ALL: [Self; 4] = [
        Self::Minimum,
        Self::Maximum,
        Self::ExclusiveMinimum,
        Self::ExclusiveMaximum,
    ];

    /// The keyword.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Minimum => "minimum",
            Self::Maximum => "maximum",
            Self::ExclusiveMinimum => "exclusiveMinimum",
            Self::ExclusiveMaximum => "exclusiveMaximum",
        }
    }

    /// Whether a number may be so, compared with the limit.
    pub(crate) const fn holds(self, compared: Ordering) -> bool {
        match self {
            Self::Minimum => compared.is_ge(),
            Self::Maximum => compared.is_le(),
            Self::ExclusiveMinimum => compared.is_gt(),
            Self::ExclusiveMaximum => compared.is_lt(),
        }
    }
}

/// What was read of one keyword.
pub(super) struct Asserted {
    pub(super) assertion: Assertion,
    /// The types of the values that it allows.
    pub(super) kinds: Kinds,
    /// What a pattern counts; 0 for anything else.
    pub(super) places: usize,
    /// The values and keys that it lists for comparison; 0 for what compares with none.
    pub(super) listed: usize,
}

const SIZES: [&str; 6] = [
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
];

/// Reads one keyword; nothing if it is not in the list.
pub(super) fn read(keyword: &str, part: &Part<'_>) -> Result<Option<Asserted>, ContractError> {
    let (mut kinds, mut places, mut listed) = (Kinds::ALL, 0, 0);
    let assertion = match keyword {
        "type" => {
            let names = types(part)?;
            kinds = Kinds::union(names.iter().map(|(_, kinds)| *kinds));
            let names = names.into_iter().map(|(name, _)| Plain::from(name));
            Assertion::Plain("type", names.collect())
        }
        "required" => {
            listed = part.value.len();
            Assertion::Plain("required", part.names()?.into_iter().collect())
        }
        "enum" => {
            listed = part.value.extent().saturating_sub(1);
            let values = part.some_elements()?;
            exact(part)?;
            kinds = Kinds::union(values.iter().map(kind));
            Assertion::Enum(part.value.raw().to_owned())
        }
        "const" => {
            listed = part.value.extent();
            exact(part)?;
            kinds = kind(part);
            Assertion::Enum(format!("[{}]", part.value.raw()))
        }
        "pattern" => {
            let text = part.string()?.into_owned();
            let pattern = Pattern::read(&text)
                .map_err(|(fault, at)| part.fault(ContractFault::Pattern(fault, at)))?;
            places = pattern.places();
            Assertion::Pattern(text)
        }
        _ => {
            let size_name = SIZES.into_iter().find(|name| *name == keyword);
            let bound = Bound::ALL.into_iter().find(|bound| bound.name() == keyword);
            if let Some(name) = size_name {
                Assertion::Plain(name, size(part)?.into())
            } else if let Some(bound) = bound {
                part.number()?;
                exact(part)?;
                Assertion::Bound(bound, part.value.raw().to_owned())
            } else {
                return Ok(None);
            }
        }
    };
    Ok(Some(Asserted {
        assertion,
        kinds,
        places,
        listed,
    }))
}

fn kind(part: &Part<'_>) -> Kinds {
    Kinds::of_value(part.value)
}

/// The names in a `type`, each once.
fn types(part: &Part<'_>) -> Result<Vec<(&'static str, Kinds)>, ContractError> {
    const TYPES: [(&str, Kinds); 7] = [
        ("null", Kinds::of(Kind::Null)),
        ("boolean", Kinds::of(Kind::Boolean)),
        ("number", Kinds::of(Kind::Number)),
        ("integer", Kinds::WHOLE),
        ("string", Kinds::of(Kind::String)),
        ("array", Kinds::of(Kind::Array)),
        ("object", Kinds::of(Kind::Object)),
    ];
    let parts = if part.value.kind() == Kind::Array {
        part.names()?;
        part.some_elements()?
    } else {
        vec![*part]
    };
    let read = |part: &Part<'_>| {
        let name = part.string()?;
        let known = TYPES.into_iter().find(|(known, _)| *known == name);
        known.ok_or_else(|| {
            part.fault(ContractFault::Expected(
                "one of null, boolean, number, integer, string, array, object",
            ))
        })
    };
    parts.iter().map(read).collect()
}

/// A size: whole and not negative.
fn size(part: &Part<'_>) -> Result<u64, ContractError> {
    exact(part)?;
    let number = part.number()?;
    match number.to_i128() {
        Some(size @ 0..) => Ok(u64::try_from(size).unwrap_or(u64::MAX)),
        // No text is that long, so the largest size says the same.
        None if number.is_whole() && number.compare(&Decimal::read("0")).is_gt() => Ok(u64::MAX),
        _ => Err(part.fault(ContractFault::Expected("a whole number, 0 or more"))),
    }
}

/// Refuses numbers, at any depth, of which a reader may see another value (REQ CON-2, PAR-3).
fn exact(part: &Part<'_>) -> Result<(), ContractError> {
    let inside = (0..part.value.extent()).map(|offset| part.value.at(part.value.index() + offset));
    let mut numbers = inside.filter_map(|value| Some((value, value.as_number()?)));
    match numbers.find(|(_, text)| !in_range(&Decimal::read(text))) {
        Some((value, _)) => Err(part.other(value).fault(ContractFault::Number)),
        None => Ok(()),
    }
}

/// Whether every reader sees the same number (REQ PAR-3).
fn in_range(number: &Decimal<'_>) -> bool {
    const WHOLE: i128 = 1 << 53;
    if number.to_i128().is_some_and(|whole| whole.abs() <= WHOLE) {
        return true;
    }
    let magnitude = number.magnitude();
    number.precision() <= 15 && magnitude.is_some_and(|power| power.abs() <= 300)
}
