//! Answers on either side of one keyword: numbers whose order is known, sizes beyond any text, and members that only
//! `additionalProperties` lets in (REQ CON-2, VAL-1, VAL-2, VAL-4, PAR-3).

use super::super::super::{Choices, Draft, Json, Scene, Spelling};
use super::super::faults::Faults;
use crate::case::{Category, Profile};
use crate::generate::CONTRACT;

/// What makes a scene.
pub(super) const KINDS: [fn(&mut Choices<'_>) -> Scene; 4] = [number, number, size, unnamed];

/// A whole number times ten to the power of -`scale`.
#[derive(Clone, Copy)]
struct Decimal {
    number: i64,
    scale: usize,
}

impl Decimal {
    /// Any token for it: with as many digits as it takes or with zeros behind them, or with an exponent.
    fn token(self, choices: &mut Choices<'_>) -> String {
        let Self { number, scale } = self;
        match choices.upto(3) {
            0 => self.plain(),
            1 => format!("{}0", self.plain()),
            2 => format!("{number}e-{scale}"),
            _ => format!("{}E-{:02}", number * 100, scale + 2),
        }
    }

    /// Its digits around a point, without an exponent.
    fn plain(self) -> String {
        let sign = if self.number < 0 { "-" } else { "" };
        let digits = format!("{:0>1$}", self.number.unsigned_abs(), self.scale + 1);
        let (whole, behind) = digits.split_at(digits.len() - self.scale);
        format!("{sign}{whole}.{behind}")
    }
}

/// A bound on a number, or the one number that is right, and a number on its one side, its other side, or the same in
/// another spelling.
fn number(choices: &mut Choices<'_>) -> Scene {
    let keyword = *choices.pick(&[
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "const",
        "enum",
    ]);
    // Two places more than the digits of the bound take, so that it has neighbours.
    let bound = Decimal {
        number: 100 * *choices.pick(&[1, 5, 10, 25, 100, 0, -1, -5]),
        scale: 3 + choices.upto(4),
    };
    let beside = *choices.pick(&[0, 1, -1, 10, -10]);
    let number = match choices.upto(3) {
        0 | 1 => bound.number + beside,
        // One zero more behind the point, or one less.
        2 => bound.number / 10 + beside,
        _ => bound.number * 10 + beside,
    };
    let value = Decimal { number, ..bound };
    let is_right = match keyword {
        "minimum" => number >= bound.number,
        "maximum" => number <= bound.number,
        "exclusiveMinimum" => number > bound.number,
        "exclusiveMaximum" => number < bound.number,
        _ => number == bound.number,
    };
    let bound = Json::Raw(bound.token(choices));
    let bound = match keyword {
        "enum" => Json::Array(vec![Json::Null, bound]),
        _ => bound,
    };
    let value = Json::Raw(value.token(choices));
    let json = Json::object([("a", value)]);
    let fault = (!is_right).then_some("/a");
    scene("bounded-number", &bounded(keyword, bound), &json, fault)
}

/// A size that no text has, as the largest, which is always right, or as the smallest, which never is.
fn size(choices: &mut Choices<'_>) -> Scene {
    let size = *choices.pick(&["1e25", "18446744073e9", "4294967296", "1e300"]);
    let (value, keywords) = match choices.upto(2) {
        0 => (Json::string("ab"), ["maxLength", "minLength"]),
        1 => (Json::Array(vec![Json::Null]), ["maxItems", "minItems"]),
        _ => (
            Json::object([("b", Json::Null)]),
            ["maxProperties", "minProperties"],
        ),
    };
    let is_smallest = choices.one_in(2);
    let schema = bounded(keywords[usize::from(is_smallest)], Json::Raw(size.into()));
    let json = Json::object([("a", value)]);
    scene("huge-size", &schema, &json, is_smallest.then_some("/a"))
}

/// A value under a key that no `properties` names. The error path ends before that key (REQ VAL-4).
fn unnamed(choices: &mut Choices<'_>) -> Scene {
    let is_right = choices.one_in(4);
    let is_deep = choices.one_in(2);
    let of_type = |name: &str| Json::object([("type", Json::string(name))]);
    let value = if is_right {
        Json::string(choices.canary())
    } else {
        Json::Number("1".into())
    };
    let (schema, value) = if is_deep {
        let inside = Json::object([("properties", Json::object([("b", of_type("string"))]))]);
        (inside, Json::object([("b", value)]))
    } else {
        (of_type("string"), value)
    };
    let open = Json::object([
        ("type", Json::string("object")),
        ("additionalProperties", schema),
    ]);
    let unknown = Json::object([(choices.canary(), value)]);
    let (schema, json, path) = if choices.one_in(2) {
        let root = Json::object([
            ("type", Json::string("object")),
            ("properties", Json::object([("a", open)])),
        ]);
        (root, Json::object([("a", unknown)]), "/a")
    } else {
        (open, unknown, "")
    };
    let fault = (!is_right).then_some(path);
    scene("value-of-unnamed-member", &schema, &json, fault)
}

/// A schema that puts one keyword on the member `a`.
fn bounded(keyword: &str, value: Json) -> Json {
    let a = Json::object([(keyword, value)]);
    Json::object([
        ("type", Json::string("object")),
        ("properties", Json::object([("a", a)])),
    ])
}

/// An answer under a contract of this schema: right, or with a fault of the schema at a path.
fn scene(name: &'static str, schema: &Json, json: &Json, fault: Option<&str>) -> Scene {
    let contract = Json::object([
        ("contract", Json::Number("1".into())),
        ("phase", Json::string("p")),
        ("schema", schema.clone()),
    ]);
    let mut draft = Draft::accepted(Spelling::PLAIN.spell(json), json.value_text());
    if let Some(path) = fault {
        let mut faults = Faults::default();
        faults.add(&[Category::Schema], path);
        draft.truth = faults.truth();
    }
    draft.note(name, &["CON-2", "VAL-1", "VAL-2", "VAL-4"]);
    let case = draft.into_case(Profile::Normalize, CONTRACT);
    Scene::new(contract.value_text(), vec![case])
}
