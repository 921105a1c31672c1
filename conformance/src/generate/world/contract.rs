//! The contract document of a world. One schema can be spelled in many ways, and all of them mean the same.

use super::super::{Choices, Json};
use super::context::Context;
use super::groups::ODD;
use super::{Binding, Part, REPAIRABLE, Tool, World};

/// How the subschemas are spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Each where it stands.
    Inline,
    /// Each under `$defs`, behind a `$ref`.
    Referred,
    /// Each behind a `$ref` to a `$ref`.
    ReferredTwice,
    /// What leads nowhere stands in an `allOf`.
    AllOf,
    /// A type is a list of one, and annotations stand beside it that assert nothing.
    Annotated,
}

const STYLES: [Style; 5] = [
    Style::Inline,
    Style::Referred,
    Style::ReferredTwice,
    Style::AllOf,
    Style::Annotated,
];

impl Style {
    pub(super) fn draw(choices: &mut Choices<'_>) -> Self {
        *choices.pick(&STYLES)
    }
}

impl World {
    /// The contract as JSON text on one line.
    pub(in super::super) fn contract(&self) -> String {
        Json::Object(self.document()).value_text()
    }

    /// The members of the contract.
    pub(in super::super) fn document(&self) -> Vec<(String, Json)> {
        let mut document = vec![
            member("contract", Json::Number("1".into())),
            member("phase", Json::string(self.phase)),
            member("schema", self.schema()),
        ];
        let positions = [
            (
                "objects",
                self.places(&[
                    (Part::DecodeArguments, "/next/arguments"),
                    (Part::DecodeAlso, "/next/arguments/also"),
                    (Part::DecodeEvidence, "/evidence/*"),
                    (Part::DecodeChanges, "/state_changes/*"),
                ]),
            ),
            (
                "filters",
                self.places(&[
                    (Part::RewriteAlso, "/next/arguments/also/filters"),
                    (Part::RewriteFilters, "/next/arguments/filters"),
                ]),
            ),
            ("repairable", self.repairable()),
        ];
        let references = [
            (
                "evidence",
                self.places(&[(Part::Evidence, "/evidence/*/id")]),
            ),
            (
                "hypothesis",
                self.places(&[(Part::Hypothesis, "/hypothesis")]),
            ),
            (
                "previous_result",
                self.places(&[(Part::PreviousResult, "/previous_result")]),
            ),
        ];
        document.extend(lists("positions", positions));
        document.extend(lists("references", references));
        document.extend(self.bindings());
        if self.parts.has(Part::Tools) {
            let tools = self.tools.iter();
            let tools = tools.map(|tool| (tool.name.clone(), tool.document()));
            document.push(member("tools", Json::Object(tools.collect())));
        }
        if self.parts.has(Part::Budget) {
            let left = Json::Number(self.actions_left.to_string());
            document.push(member("budget", Json::object([("actions_left", left)])));
        }
        document.extend(self.context.as_ref().map(Context::member));
        document
    }

    /// The repairable positions.
    pub(in super::super) fn repairable(&self) -> Vec<&'static str> {
        let mut all = self.places(&REPAIRABLE);
        if self.parts.has(Part::RepairOdd) {
            all.extend(ODD);
        }
        all
    }

    fn places<'p>(&self, places: &[(Part, &'p str)]) -> Vec<&'p str> {
        let there = places.iter().filter(|(part, _)| self.parts.has(*part));
        there.map(|(_, place)| *place).collect()
    }

    fn bindings(&self) -> Option<(String, Json)> {
        let mut bindings = Vec::new();
        for (name, binding) in [
            ("hypothesis", &self.hypothesis),
            ("previous_result", &self.previous_result),
        ] {
            match binding {
                Binding::Id(id) => {
                    let mut binding = vec![member("id", Json::string(id))];
                    binding.extend(self.context.as_ref().map(|context| context.said(name)));
                    bindings.push(member(name, Json::Object(binding)));
                }
                Binding::Null => bindings.push(member(name, Json::Null)),
                Binding::Absent => {}
            }
        }
        if !self.visible.is_empty() {
            bindings.push(member("visible_evidence", strings(&self.visible)));
        }
        (!bindings.is_empty()).then(|| member("bindings", Json::Object(bindings)))
    }

    fn schema(&self) -> Json {
        let mut schemas = Schemas {
            world: self,
            defs: Vec::new(),
        };
        let root = schemas.root();
        let mut schema = Vec::new();
        if !self.marker.is_empty() {
            let marker = Json::Raw(self.marker.to_owned());
            schema.push(member("x-viano-response-recovery", marker));
        }
        if let Json::Object(root) = root {
            schema.extend(root);
        }
        if !schemas.defs.is_empty() {
            schema.push(member("$defs", Json::Object(schemas.defs)));
        }
        Json::Object(schema)
    }
}

/// Writes subschemas in the style of the world.
pub(super) struct Schemas<'w> {
    pub(super) world: &'w World,
    defs: Vec<(String, Json)>,
}

impl Schemas<'_> {
    fn root(&mut self) -> Json {
        let has = |part| self.world.parts.has(part);
        let [note, hypothesis, previous, evidence, changes, call] = [
            Part::Note,
            Part::Hypothesis,
            Part::PreviousResult,
            Part::Evidence,
            Part::Changes,
            Part::Call,
        ]
        .map(has);
        let mut members = Vec::new();
        if note {
            members.push(("note", self.of_type(&["string"])));
        }
        if hypothesis {
            members.push(("hypothesis", self.of_type(&["string", "null"])));
        }
        if previous {
            members.push(("previous_result", self.of_type(&["string", "null"])));
        }
        if evidence {
            let items = self.evidence();
            members.push(("evidence", self.list_of(items, None)));
        }
        if changes {
            let items = self.of_type(&["object"]);
            members.push(("state_changes", self.list_of(items, None)));
        }
        if call {
            members.push(("next", self.call()));
        }
        if has(Part::Groups) {
            members.push(("groups", self.groups()));
        }
        let root = self.object(members);
        if has(Part::Odd) {
            Self::with_odd(root)
        } else {
            root
        }
    }

    fn evidence(&mut self) -> Json {
        let confidence = vec![
            member("type", Json::string("number")),
            member("minimum", Json::Number("0".into())),
            member("maximum", Json::Number("1".into())),
        ];
        let confidence = self.spelled(confidence);
        let id = self.of_type(&["string"]);
        self.object(vec![("id", id), ("confidence", confidence)])
    }

    fn call(&mut self) -> Json {
        let has = |part| self.world.parts.has(part);
        let [table, columns, filters, limit, also] = [
            Part::Table,
            Part::Columns,
            Part::Filters,
            Part::Limit,
            Part::Also,
        ]
        .map(has);
        let mut members = Vec::new();
        if table {
            members.push(("table", self.of_type(&["string"])));
        }
        if columns {
            let items = self.of_type(&["string"]);
            members.push(("columns", self.list_of(items, None)));
        }
        if filters {
            members.push(("filters", self.filters()));
        }
        if limit {
            members.push(("limit", self.of_type(&["integer"])));
        }
        if also {
            let filters = self.filters();
            members.push(("also", self.object(vec![("filters", filters)])));
        }
        let arguments = self.object(members);
        let action = self.of_type(&["string"]);
        self.object(vec![("action", action), ("arguments", arguments)])
    }

    /// A list of filters: of objects of which nothing is known or, where all is closed or required, of their members.
    fn filters(&mut self) -> Json {
        let parts = &self.world.parts;
        let least = parts.has(Part::SomeFilter).then_some(1);
        let is_named = parts.has(Part::Closed) || parts.has(Part::Required);
        let item = if is_named {
            let column = self.of_type(&["string"]);
            let operator = self.of_type(&["string"]);
            let value = self.spelled(vec![]);
            self.object(vec![
                ("column", column),
                ("operator", operator),
                ("value", value),
            ])
        } else {
            self.of_type(&["object"])
        };
        self.list_of(item, least)
    }

    pub(super) fn list_of(&mut self, items: Json, least: Option<usize>) -> Json {
        let mut schema = vec![
            member("type", Json::string("array")),
            member("items", items),
        ];
        if let Some(least) = least {
            schema.push(member("minItems", Json::Number(least.to_string())));
        }
        self.spelled(schema)
    }

    pub(super) fn object(&mut self, members: Vec<(&'static str, Json)>) -> Json {
        let mut schema = vec![member("type", Json::string("object"))];
        if self.world.parts.has(Part::Required) && !members.is_empty() {
            let names = members.iter().map(|(name, _)| Json::string(*name));
            schema.push(member("required", Json::Array(names.collect())));
        }
        if self.world.parts.has(Part::Closed) {
            schema.push(member("additionalProperties", Json::Boolean(false)));
        }
        if !members.is_empty() {
            schema.push(member("properties", Json::object(members)));
        }
        self.spelled(schema)
    }

    pub(super) fn of_type(&mut self, names: &[&str]) -> Json {
        let mut names: Vec<_> = names.iter().copied().map(Json::string).collect();
        let of_type = match names.len() {
            1 => names.remove(0),
            _ => Json::Array(names),
        };
        self.spelled(vec![member("type", of_type)])
    }

    pub(super) fn spelled(&mut self, schema: Vec<(String, Json)>) -> Json {
        match self.world.style {
            Style::Inline => Json::Object(schema),
            Style::Referred => self.defined(Json::Object(schema)),
            Style::ReferredTwice => {
                let once = self.defined(Json::Object(schema));
                self.defined(once)
            }
            Style::AllOf => {
                // What stands for a list can be told by the items beside its type alone (REQ REP-2).
                let is_list = schema.iter().any(|(keyword, _)| keyword == "items");
                let has_type = is_list && self.world.parts.has(Part::Plain);
                let (mut stays, goes): (Vec<_>, Vec<_>) =
                    schema.into_iter().partition(|(keyword, _)| {
                        let keyword = keyword.as_str();
                        ["properties", "additionalProperties", "items"].contains(&keyword)
                            || has_type && keyword == "type"
                    });
                let all = vec![Json::Object(goes), Json::Boolean(true)];
                stays.push(member("allOf", Json::Array(all)));
                Json::Object(stays)
            }
            Style::Annotated => Json::Object(annotated(schema)),
        }
    }

    fn defined(&mut self, schema: Json) -> Json {
        let name = format!("d{}", self.defs.len());
        let pointer = format!("#/$defs/{name}");
        self.defs.push((name, schema));
        Json::object([("$ref", Json::string(pointer))])
    }
}

fn annotated(mut schema: Vec<(String, Json)>) -> Vec<(String, Json)> {
    for (keyword, value) in &mut schema {
        if keyword == "type" && matches!(value, Json::String(_)) {
            *value = Json::Array(vec![value.clone()]);
        }
    }
    schema.extend([
        member("title", Json::string("not")),
        member("format", Json::string("date")),
        member("default", Json::Number("7".into())),
        member("x-not", Json::object([("type", Json::string("null"))])),
    ]);
    schema
}

impl Tool {
    fn document(&self) -> Json {
        let mut members = vec![member("effect", Json::string(self.effect))];
        if !self.operators.is_empty() {
            members.push(member("operators", strings(&self.operators)));
        }
        if !self.tables.is_empty() {
            let tables = self.tables.iter();
            let tables = tables.map(|table| (table.name.clone(), strings(&table.columns)));
            members.push(member("tables", Json::Object(tables.collect())));
        }
        for (name, most) in [
            ("max_filters", self.max_filters),
            ("max_limit", self.max_limit),
        ] {
            members.extend(most.map(|most| member(name, Json::Number(most.to_string()))));
        }
        Json::Object(members)
    }
}

/// A member of lists, those that are empty left out; none if all are.
fn lists<const N: usize>(
    name: &str,
    lists: [(&'static str, Vec<&'static str>); N],
) -> Option<(String, Json)> {
    let lists = lists.into_iter().filter(|(_, places)| !places.is_empty());
    let lists: Vec<_> = lists
        .map(|(name, places)| {
            let places = places.into_iter().map(Json::string);
            member(name, Json::Array(places.collect()))
        })
        .collect();
    (!lists.is_empty()).then(|| member(name, Json::Object(lists)))
}

fn strings(names: &[String]) -> Json {
    Json::Array(names.iter().map(Json::string).collect())
}

pub(super) fn member(name: &str, value: Json) -> (String, Json) {
    (name.to_owned(), value)
}
