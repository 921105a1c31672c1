//! A tool with its guard contract, and what a valid output of it says.

use super::field::{Field, Object};
use crate::generate::json::quoted;
use crate::generate::malformation::strings;
use crate::generate::world::names;
use crate::generate::{Choices, Json};

/// Where a version may stand, and whether that is inside another member.
const VERSION_PATHS: [&[&str]; 3] = [&["version"], &["meta", "version"], &["v/1~x"]];

/// What a version may be, each with other spellings of the same scalar.
const VERSIONS: [(&str, &[&str]); 5] = [
    ("2", &["2", "2.0", "20e-1"]),
    ("\"2.1\"", &["\"2.1\"", "\"\\u0032.1\""]),
    ("2.1", &["2.1", "2.10", "21e-1"]),
    ("true", &["true"]),
    ("null", &["null"]),
];

/// Scalars that are no version of those, and what is no scalar. Which of them are accepted after all is asked of the
/// contract.
const OTHER_VERSIONS: [&str; 9] = [
    "3",
    "\"2\"",
    "\"2.1 \"",
    "2.1",
    "null",
    "true",
    "[2]",
    "{}",
    "2.0000000001",
];

/// The lists of types that a contract may have; the empty one stands for none, which is JSON alone.
const TYPES: [&[&str]; 4] = [
    &[],
    &["application/json"],
    &["application/problem+json", "application/json"],
    &["application/vnd.acme.v2+json"],
];

/// A tool, with all that is known of its contract.
#[derive(Debug, Clone)]
pub(super) struct World {
    /// The name of the tool.
    pub(super) tool: String,
    /// Whether it writes.
    pub(super) writes: bool,
    /// What its answers say.
    pub(super) root: Object,
    /// Whether the contract has a schema; if not, only the invariants say what an answer is.
    pub(super) has_schema: bool,
    /// Where the version stands and what it may be; empty if any may stand.
    pub(super) version: Option<Version>,
    /// How many characters an answer may have; none if the contract leaves it at what is usual.
    pub(super) max_chars: Option<usize>,
    types: &'static [&'static str],
}

/// The version that a contract asks for.
#[derive(Debug, Clone)]
pub(super) struct Version {
    /// The keys that lead to it.
    pub(super) path: &'static [&'static str],
    accepted: Vec<(&'static str, &'static [&'static str])>,
}

impl World {
    /// Any contract of a tool.
    pub(super) fn any(tool: &str, writes: bool, choices: &mut Choices<'_>) -> Self {
        let mut taken: Vec<String> = ["0", "root", "meta", "version", "v/1~x"]
            .map(str::to_owned)
            .to_vec();
        let root = Object::any(&mut taken, true, choices);
        Self {
            tool: tool.to_owned(),
            writes,
            root,
            has_schema: !choices.one_in(6),
            version: choices.one_in(2).then(|| Version::any(choices)),
            max_chars: None,
            types: *choices.pick(&TYPES),
        }
    }

    /// A type that the contract admits.
    pub(super) fn media_type(&self, choices: &mut Choices<'_>) -> &'static str {
        match self.types {
            [] => "application/json",
            types => choices.pick::<&str>(types),
        }
    }

    /// Whether the contract admits a type, stated in lower case.
    pub(super) fn admits(&self, media_type: &str) -> bool {
        match self.types {
            [] => media_type == "application/json",
            types => types.contains(&media_type),
        }
    }

    /// A valid answer.
    pub(super) fn answer(&self, choices: &mut Choices<'_>) -> Json {
        let mut json = self.root.value(choices);
        if let Some(version) = &self.version {
            let version_value = version.value(choices);
            version.put(&mut json, version_value);
        }
        if !self.has_schema || !self.root.is_closed {
            match choices.upto(5) {
                0..4 => {}
                4 => json.put("note", Json::string(choices.canary())),
                _ => json.put("note", Json::string(strings::string(choices))),
            }
        }
        json
    }

    /// The contract as JSON text on one line.
    pub(super) fn contract(&self) -> String {
        let mut members = vec![
            format!(r#""tool":{}"#, quoted(&self.tool)),
            format!(
                r#""effect":"{}""#,
                if self.writes { "write" } else { "read" }
            ),
        ];
        if !self.types.is_empty() {
            let types: Vec<_> = self.types.iter().map(|name| quoted(name)).collect();
            members.push(format!(r#""content_types":[{}]"#, types.join(",")));
        }
        if let Some(most) = self.max_chars {
            members.push(format!(r#""max_chars":{most}"#));
        }
        if let Some(version) = &self.version {
            members.push(version.member());
        }
        if self.has_schema {
            let known = self.version.as_ref().map(|version| version.path[0]);
            members.push(format!(r#""schema":{}"#, self.root.schema(known)));
        }
        let invariants: Vec<_> = self
            .root
            .fields
            .iter()
            .flat_map(Field::invariants)
            .map(|invariant| {
                format!(
                    r#"{{"name":"{}","schema":{}}}"#,
                    invariant.name, invariant.schema
                )
            })
            .collect();
        if !invariants.is_empty() {
            members.push(format!(r#""invariants":[{}]"#, invariants.join(",")));
        }
        format!("{{{}}}", members.join(","))
    }
}

impl Version {
    fn any(choices: &mut Choices<'_>) -> Self {
        let path = *choices.pick(&VERSION_PATHS);
        let mut accepted = vec![*choices.pick(&VERSIONS)];
        if choices.one_in(2) {
            let more = *choices.pick(&VERSIONS);
            if accepted[0].0 != more.0 {
                accepted.push(more);
            }
        }
        Self { path, accepted }
    }

    /// One that is accepted, in any spelling.
    fn value(&self, choices: &mut Choices<'_>) -> Json {
        let (_, spellings) = *choices.pick(&self.accepted);
        Json::Raw((*choices.pick(spellings)).to_owned())
    }

    /// One that is not.
    pub(super) fn other(&self, choices: &mut Choices<'_>) -> Json {
        let at = choices.upto(OTHER_VERSIONS.len() - 1);
        let mut others = OTHER_VERSIONS.iter().cycle().skip(at);
        let is_accepted = |other: &&&str| self.accepted.iter().any(|(known, _)| known == *other);
        let other = others.find(|other| !is_accepted(other));
        Json::Raw(other.map_or("3", |other| other).to_owned())
    }

    /// Puts a version where it belongs.
    pub(super) fn put(&self, json: &mut Json, version: Json) {
        match self.path {
            [outer, inner] => json.put(outer, Json::object([(*inner, version)])),
            [name, ..] => json.put(name, version),
            [] => {}
        }
    }

    fn member(&self) -> String {
        let steps = self.path.iter();
        let steps: Vec<_> = steps
            .map(|step| step.replace('~', "~0").replace('/', "~1"))
            .collect();
        let path = format!("/{}", steps.join("/"));
        let accepted: Vec<_> = self.accepted.iter().map(|(text, _)| *text).collect();
        format!(
            r#""schema_version":{{"path":{},"accepted":[{}]}}"#,
            quoted(&path),
            accepted.join(",")
        )
    }
}

/// A name of a field that no other of the world has.
pub(super) fn field_name(taken: &mut Vec<String>, choices: &mut Choices<'_>) -> String {
    let name = names::name(taken, choices);
    taken.push(name.clone());
    name
}
