//! Lists and objects beyond the shape of the investigation: places for wildcards, for scalars of each type, and for what
//! looks like a container error and is none.

use super::super::{Choices, Json};
use super::contract::{Schemas, member};
use super::{Part, World};

/// The repairable positions at `/odd`.
pub(super) const ODD: [&str; 5] = [
    "/odd",
    "/odd/mixed",
    "/odd/chosen",
    "/odd/labels",
    "/odd/whole",
];

/// Tags: no column and no operator among them, and no JSON text of a container.
const TAGS: [&str; 6] = ["x", "y z", "7", "true", "{x", " \u{e9}\u{1f600}"];

/// Whole numbers, in any spelling.
const SCORES: [&str; 5] = ["7", "0", "-3", "1.0", "2e1"];

impl Schemas<'_> {
    /// A list of groups.
    pub(super) fn groups(&mut self) -> Json {
        let name = self.of_type(&["string"]);
        let tag = self.of_type(&["string"]);
        let score = self.of_type(&["integer"]);
        let tags = self.nullable_list(tag);
        let scores = self.nullable_list(score);
        let level = self.of_type(&["number"]);
        let names = self.of_type(&["string", "null"]);
        let meta = vec![
            member("type", self.container("object")),
            member(
                "properties",
                Json::object([("level", level), ("by", names)]),
            ),
        ];
        let meta = self.spelled(meta);
        let group = self.object(vec![
            ("name", name),
            ("tags", tags),
            ("scores", scores),
            ("meta", meta),
        ]);
        self.list_of(group, None)
    }

    fn nullable_list(&mut self, items: Json) -> Json {
        let schema = vec![
            member("type", self.container("array")),
            member("items", items),
        ];
        self.spelled(schema)
    }

    fn container(&self, name: &str) -> Json {
        if self.world.parts.has(Part::Nullable) {
            Json::Array(vec![Json::string("null"), Json::string(name)])
        } else {
            Json::string(name)
        }
    }

    /// The root with `/odd`: a list of objects or strings, a list behind an `anyOf`, an object of lists that it does not
    /// name, and a list of whole numbers.
    pub(super) fn with_odd(mut root: Json) -> Json {
        const ODD: &str = r#"{"type":"object","properties":{"mixed":{"type":"array","items":{"type":["object","string"]}},"chosen":{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"boolean"}]},"labels":{"type":"object","additionalProperties":{"type":"array","items":{"type":"string"}}},"whole":{"type":"array","items":{"type":"integer"}}}}"#;
        if let Json::Object(members) = &mut root {
            let at = members.iter().position(|(name, _)| name == "properties");
            match at {
                Some(at) => members[at].1.put("odd", Json::Raw(ODD.to_owned())),
                None => members.push(member(
                    "properties",
                    Json::object([("odd", Json::Raw(ODD.to_owned()))]),
                )),
            }
        }
        root
    }
}

impl World {
    /// A list of groups, at least one.
    pub(super) fn groups(&self, choices: &mut Choices<'_>) -> Json {
        let mut groups = vec![self.group(choices)];
        while choices.more(groups.len(), 3) {
            groups.push(self.group(choices));
        }
        Json::Array(groups)
    }

    fn group(&self, choices: &mut Choices<'_>) -> Json {
        let has_all = self.parts.has(Part::Required);
        let mut members = Vec::new();
        let mut add = |name: &str, value: Json| members.push((name.to_owned(), value));
        if has_all || choices.one_in(2) {
            add("name", Json::string(*choices.pick(&TAGS)));
        }
        let tags = some(choices, |choices| Json::string(*choices.pick(&TAGS)));
        add("tags", tags);
        let scores = some(choices, |choices| {
            Json::Number((*choices.pick(&SCORES)).into())
        });
        add("scores", scores);
        let mut meta = vec![member(
            "level",
            Json::Number((*choices.pick(&SCORES)).into()),
        )];
        if choices.one_in(2) {
            meta.push(member("by", Json::Null));
        }
        add("meta", Json::Object(meta));
        Json::Object(members)
    }
}

/// One or two items.
fn some(choices: &mut Choices<'_>, mut item: impl FnMut(&mut Choices<'_>) -> Json) -> Json {
    let mut items = vec![item(choices)];
    if choices.one_in(2) {
        items.push(item(choices));
    }
    Json::Array(items)
}
