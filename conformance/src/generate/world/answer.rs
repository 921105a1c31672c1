//! A right answer under a world, valid by construction.

use super::super::malformation::strings;
use super::super::{Choices, Json};
use super::{Binding, Part, World};

/// Free texts, among them such as look like JSON, a fence or a filter: none of them is anything but text (REQ DEC-4).
const TEXTS: [&str; 13] = [
    "",
    "{}",
    "{\"a\":1}",
    "[\"a\",\"eq\",1]",
    "\"{}\"",
    "```json\n{}\n```",
    "~~~JSON\n{}\n~~~",
    "{\"a\":1,\"a\":2}",
    "null",
    "\u{0}\u{1f}\u{7f}",
    "e\u{301} \u{e9} \u{1f600} \u{2028} \u{feff}",
    "\\\"/\u{8}\u{c}\n\r\t",
    "\u{10ffff}\u{ffff}\u{d7ff}\u{e000}",
];

/// Numbers that every implementation must take, at the edges of that (REQ PAR-3).
const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "-1",
    "-0",
    "1.0",
    "1.50",
    "1e1",
    "9007199254740992",
    "-9007199254740992",
    "0.123456789012345",
    "1E+300",
    "1e-300",
];

/// Numbers from 0 to 1.
const CONFIDENCES: [&str; 9] = [
    "0",
    "1",
    "0.5",
    "1.0",
    "-0",
    "1e-300",
    "0.999999999999999",
    "100e-2",
    "0.05",
];

/// Whole numbers that every implementation must take as a limit where the tool states none (REQ PAR-3).
const LIMITS: [&str; 6] = ["0", "10", "1.0", "1e1", "9007199254740992", "1e300"];

/// How long a text is that is longer than any other.
const LONG: usize = 400;

impl World {
    /// A right answer. It has every part that was needed; others may be left out where the schema allows it.
    pub(in super::super) fn answer(&self, choices: &mut Choices<'_>) -> Json {
        let mut members = Vec::new();
        let mut add = |name: &str, value: Json| members.push((name.to_owned(), value));
        if self.shows(Part::Note, choices) {
            add("note", text(choices));
        }
        if self.shows(Part::Hypothesis, choices) {
            add("hypothesis", self.hypothesis.reference());
        }
        if self.shows(Part::PreviousResult, choices) {
            add("previous_result", self.previous_result.reference());
        }
        if self.shows(Part::Evidence, choices) {
            let least = usize::from(self.needed.has(Part::Evidence));
            let evidence = list(least, choices, |choices| self.evidence(choices));
            add("evidence", evidence);
        }
        if self.shows(Part::Changes, choices) {
            let least = usize::from(self.needed.has(Part::Changes));
            add("state_changes", list(least, choices, change));
        }
        if self.shows(Part::Unknown, choices) {
            let key = choices.canary();
            add(&key, text(choices));
        }
        if self.parts.has(Part::Call) {
            add("next", self.call(choices));
        }
        if self.parts.has(Part::Groups) {
            add("groups", self.groups(choices));
        }
        turn(&mut members, choices);
        Json::Object(members)
    }

    /// Whether an answer has a part: if it was needed or is required, and mostly if not.
    fn shows(&self, part: Part, choices: &mut Choices<'_>) -> bool {
        let is_due = self.needed.has(part) || self.parts.has(Part::Required);
        self.parts.has(part) && (is_due && part != Part::Unknown || !choices.one_in(4))
    }

    /// An object of evidence that may be referred to.
    pub(in super::super) fn evidence(&self, choices: &mut Choices<'_>) -> Json {
        let id = if self.visible.is_empty() {
            Json::string("")
        } else {
            Json::string(choices.pick(&self.visible))
        };
        let mut members = vec![("id".to_owned(), id)];
        if self.parts.has(Part::Required) || choices.one_in(3) {
            let confidence = Json::Number((*choices.pick(&CONFIDENCES)).into());
            members.push(("confidence".to_owned(), confidence));
        }
        turn(&mut members, choices);
        Json::Object(members)
    }

    fn call(&self, choices: &mut Choices<'_>) -> Json {
        let action = match self.tool() {
            Some(tool) => Json::string(&tool.name),
            None => text(choices),
        };
        let mut members = Vec::new();
        let mut add = |name: &str, value: Json| members.push((name.to_owned(), value));
        if let Some(table) = self.table() {
            add("table", Json::string(&table.name));
        }
        if self.shows(Part::Columns, choices) {
            let mut columns = list(0, choices, |choices| Json::string(self.column(choices)));
            if let (true, Json::Array(columns)) = (self.parts.has(Part::Plain), &mut columns) {
                // Three could read as a filter.
                columns.truncate(2);
            }
            add("columns", columns);
        }
        if self.shows(Part::Filters, choices) {
            add("filters", self.filters(choices));
        }
        if self.shows(Part::Limit, choices) {
            add("limit", self.limit(choices));
        }
        if self.shows(Part::Also, choices) {
            add("also", Json::object([("filters", self.filters(choices))]));
        }
        turn(&mut members, choices);
        let mut call = vec![
            ("action".to_owned(), action),
            ("arguments".to_owned(), Json::Object(members)),
        ];
        turn(&mut call, choices);
        Json::Object(call)
    }

    /// A limit that the tool allows, in any spelling.
    fn limit(&self, choices: &mut Choices<'_>) -> Json {
        let token = match self.tool().and_then(|tool| tool.max_limit) {
            None => (*choices.pick(&LIMITS)).to_owned(),
            Some(most) => {
                let limit = choices.upto(most);
                format!("{limit}{}", choices.pick(&["", ".0", "e0"]))
            }
        };
        Json::Number(token)
    }

    /// A column of the table; any name where there is no table.
    pub(in super::super) fn column(&self, choices: &mut Choices<'_>) -> String {
        match self.columns() {
            [] => "a".to_owned(),
            columns => choices.pick(columns).clone(),
        }
    }

    /// An operator of the tool; any name where there is no table.
    pub(in super::super) fn operator(&self, choices: &mut Choices<'_>) -> String {
        match self.operators() {
            [] => "eq".to_owned(),
            operators => choices.pick(operators).clone(),
        }
    }

    /// A list of filters, as many as are allowed.
    fn filters(&self, choices: &mut Choices<'_>) -> Json {
        let most = self.tool().and_then(|tool| tool.max_filters).unwrap_or(3);
        let mut filters = Vec::new();
        while filters.len() < usize::from(self.parts.has(Part::SomeFilter))
            || choices.more(filters.len(), most)
        {
            filters.push(self.filter(choices));
        }
        Json::Array(filters)
    }

    /// A filter object.
    pub(in super::super) fn filter(&self, choices: &mut Choices<'_>) -> Json {
        let mut members = vec![
            ("column".to_owned(), Json::string(self.column(choices))),
            ("operator".to_owned(), Json::string(self.operator(choices))),
            ("value".to_owned(), self.scalar(choices)),
        ];
        turn(&mut members, choices);
        Json::Object(members)
    }

    /// A value to filter by, among them strings that are also names.
    pub(in super::super) fn scalar(&self, choices: &mut Choices<'_>) -> Json {
        match choices.upto(6) {
            0 => Json::Number((*choices.pick(&NUMBERS)).into()),
            1 => text(choices),
            2 => Json::string(self.column(choices)),
            3 => Json::string(self.operator(choices)),
            4 => Json::string(*choices.pick(&["1", "true", "null", "1.0", "column", "value"])),
            5 => Json::Boolean(choices.upto(1) == 1),
            _ => Json::Null,
        }
    }
}

impl Binding {
    /// What stands at a reference to it.
    fn reference(&self) -> Json {
        self.id().map_or(Json::Null, Json::string)
    }
}

/// A free text.
pub(in super::super) fn text(choices: &mut Choices<'_>) -> Json {
    match choices.upto(TEXTS.len() + 1) {
        at if at < TEXTS.len() => Json::string(TEXTS[at]),
        at if at == TEXTS.len() => Json::string(choices.canary()),
        _ => Json::string("\u{e9}".repeat(LONG)),
    }
}

/// An object that may hold anything.
fn change(choices: &mut Choices<'_>) -> Json {
    let mut members: Vec<(String, Json)> = Vec::new();
    while choices.more(members.len(), 3) {
        let key = ["a", "A", "", "id", "filters"][members.len()];
        let value = match choices.upto(5) {
            0 => Json::Number((*choices.pick(&NUMBERS)).into()),
            1 => text(choices),
            2 => Json::Array(vec![Json::string("a"), Json::string("eq"), Json::Null]),
            3 => Json::object([(choices.canary(), Json::Boolean(false))]),
            4 => strings::crowd(choices),
            _ => Json::Array(vec![Json::Array(Vec::new()), Json::Object(Vec::new())]),
        };
        members.push((key.to_owned(), value));
    }
    Json::Object(members)
}

fn list(
    least: usize,
    choices: &mut Choices<'_>,
    mut item: impl FnMut(&mut Choices<'_>) -> Json,
) -> Json {
    let mut items = Vec::new();
    while items.len() < least || choices.more(items.len(), 3) {
        items.push(item(choices));
    }
    Json::Array(items)
}

/// Turns the order of members, which means nothing.
fn turn(members: &mut [(String, Json)], choices: &mut Choices<'_>) {
    if members.len() > 1 {
        let by = choices.upto(members.len() - 1);
        members.rotate_left(by);
    }
}
