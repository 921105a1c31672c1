//! Worlds: a contract of which everything is known, and what a right answer under it may say.

mod answer;
mod context;
mod contract;
mod groups;
pub(super) mod names;
mod parts;

use super::Choices;

pub(super) use answer::text;
pub(super) use context::Context;
pub(super) use names::stranger;
pub(super) use parts::{Part, Parts, REPAIRABLE};

/// Values of the marker that are no marker (REQ ACT-2). The empty one stands for none at all.
const OTHER_MARKERS: [&str; 7] = ["", "0", "2", "\"1\"", "true", "null", "[1]"];

/// Phases that are not the investigation (REQ ACT-2).
const OTHER_PHASES: [&str; 4] = ["triage", "Investigation", "investigation ", "investigatio"];

/// Numbers that are the marker (SET-6).
const MARKERS: [&str; 3] = ["1", "1.0", "1e0"];

/// The column and the operator of a labelled filter that reads as two triples where they are both (REQ FIL-1).
pub(super) const READ_BOTH_WAYS: [&str; 2] = ["b", "eq"];

/// Whether the rules apply in a world (REQ ACT-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Activity {
    /// They do.
    Active,
    /// They do not.
    Inactive,
    /// Mostly they do.
    Any,
}

/// A contract, with all that is known of it.
#[derive(Debug, Clone)]
pub(super) struct World {
    /// What it has.
    pub(super) parts: Parts,
    /// The parts that every answer has.
    needed: Parts,
    /// The phase of the call.
    phase: &'static str,
    /// The token of the marker; empty if there is none.
    marker: &'static str,
    /// Whether the rules apply.
    pub(super) is_active: bool,
    /// How the schema is spelled.
    style: contract::Style,
    /// What the references of the hypothesis are held against.
    pub(super) hypothesis: Binding,
    /// What those of the previous result are held against.
    pub(super) previous_result: Binding,
    /// The ids of the visible evidence.
    pub(super) visible: Vec<String>,
    /// The tools; the first is the one that a right answer calls.
    pub(super) tools: Vec<Tool>,
    /// How many actions are left.
    pub(super) actions_left: usize,
    /// What is said beside the contract, if anything is.
    pub(super) context: Option<Context>,
}

/// A binding of the contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Binding {
    /// It has this id.
    Id(String),
    /// It is null.
    Null,
    /// It is not there, which counts as null.
    Absent,
}

/// A tool of the contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tool {
    /// Its name.
    pub(super) name: String,
    /// `read`, `write` or `final`.
    pub(super) effect: &'static str,
    /// Its operators.
    pub(super) operators: Vec<String>,
    /// Its tables; none if it has no `tables`. The first is the one that a right answer names.
    pub(super) tables: Vec<Table>,
    /// The largest number of filters, if it states one.
    pub(super) max_filters: Option<usize>,
    /// The largest limit, if it states one.
    pub(super) max_limit: Option<usize>,
}

/// A table of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    /// Its name.
    pub(super) name: String,
    /// Its columns. The first is the name of no operator, so that it can be told from one.
    pub(super) columns: Vec<String>,
}

impl World {
    /// A world that has the parts needed and none of those that must be missing.
    pub(super) fn draw(
        activity: Activity,
        needed: Parts,
        missing: &[Part],
        choices: &mut Choices<'_>,
    ) -> Self {
        let mut parts = needed.clone();
        parts.add_some(missing, choices);
        let (phase, marker) = switches(activity, choices);
        let hypothesis = Binding::draw(parts.has(Part::Hypothesis), choices);
        let previous_result = Binding::draw(parts.has(Part::PreviousResult), choices);
        let visible = if parts.has(Part::Evidence) {
            names::names(&[], choices, names::name)
        } else {
            Vec::new()
        };
        let tools = if parts.has(Part::Tools) {
            Tool::draw_all(&parts, choices)
        } else {
            Vec::new()
        };
        let actions_left = match tools.first() {
            _ if parts.has(Part::Exhausted) => 0,
            // A final action costs nothing.
            Some(tool) if tool.effect == "final" => choices.upto(1),
            _ => 1 + choices.upto(1),
        };
        let context = parts.has(Part::Context).then(|| Context::draw(choices));
        Self {
            context,
            is_active: phase == "investigation" && MARKERS.contains(&marker),
            style: contract::Style::draw(choices),
            parts,
            needed,
            phase,
            marker,
            hypothesis,
            previous_result,
            visible,
            tools,
            actions_left,
        }
    }

    /// The tool that a right answer calls, if the contract has tools.
    pub(super) fn tool(&self) -> Option<&Tool> {
        self.tools.first()
    }

    /// The table that a right answer names, if its tool has tables.
    pub(super) fn table(&self) -> Option<&Table> {
        self.tool()?.tables.first()
    }

    /// The columns of that table.
    pub(super) fn columns(&self) -> &[String] {
        self.table().map_or(&[], |table| &table.columns)
    }

    /// The operators of that tool.
    pub(super) fn operators(&self) -> &[String] {
        self.tool().map_or(&[], |tool| &tool.operators)
    }

    /// Whether a labelled filter of these reads as two triples as well (REQ FIL-1).
    pub(super) fn is_two_triples(&self, column: &str, operator: &str) -> bool {
        let has = |names: &[String], name: &str| names.iter().any(|known| known == name);
        has(self.columns(), "column")
            && has(self.operators(), column)
            && has(self.columns(), operator)
            && has(self.operators(), "value")
    }
}

/// Phase and marker.
fn switches(activity: Activity, choices: &mut Choices<'_>) -> (&'static str, &'static str) {
    let is_active = match activity {
        Activity::Active => true,
        Activity::Inactive => false,
        Activity::Any => !choices.one_in(8),
    };
    if is_active {
        return ("investigation", *choices.pick(&MARKERS));
    }
    match choices.upto(1) {
        0 => ("investigation", *choices.pick(&OTHER_MARKERS)),
        _ => (*choices.pick(&OTHER_PHASES), MARKERS[0]),
    }
}

impl Binding {
    fn draw(is_there: bool, choices: &mut Choices<'_>) -> Self {
        if !is_there {
            return Self::Absent;
        }
        match choices.upto(3) {
            2 => Self::Null,
            3 => Self::Absent,
            _ => Self::Id(names::name(&[], choices)),
        }
    }

    /// The id; none where the binding is null.
    pub(super) fn id(&self) -> Option<&str> {
        match self {
            Self::Id(id) => Some(id),
            Self::Null | Self::Absent => None,
        }
    }
}

impl Tool {
    fn draw_all(parts: &Parts, choices: &mut Choices<'_>) -> Vec<Self> {
        let mut tools = vec![Self::draw(parts, &[], choices)];
        while choices.more(tools.len() + 1, 3) {
            let taken: Vec<_> = tools.iter().map(|tool| tool.name.clone()).collect();
            let parts = *choices.pick(&[&[][..], &[Part::Table]]);
            tools.push(Self::draw(&Parts::of(parts), &taken, choices));
        }
        tools
    }

    fn draw(parts: &Parts, taken: &[String], choices: &mut Choices<'_>) -> Self {
        let name = names::name(taken, choices);
        let effect = if parts.has(Part::Exhausted) {
            *choices.pick(&["read", "write"])
        } else {
            *choices.pick(&["read", "write", "final"])
        };
        let [both_columns, both_operators] = if parts.has(Part::ReadBothWays) {
            let [column, operator] = READ_BOTH_WAYS;
            [
                vec!["column", column, operator],
                vec![column, operator, "value"],
            ]
        } else {
            [Vec::new(), Vec::new()]
        }
        .map(|names| names.into_iter().map(str::to_owned).collect::<Vec<_>>());
        let mut tables: Vec<Table> = Vec::new();
        let unclear: &[&str] = if parts.has(Part::Plain) {
            &names::LIKE_JSON
        } else {
            &[]
        };
        let unclear: Vec<_> = unclear.iter().map(|name| (*name).to_owned()).collect();
        if parts.has(Part::Table) {
            for name in names::names(&[], choices, names::name) {
                let taken = [&both_columns[..], &both_operators, &unclear].concat();
                let columns = if tables.is_empty() {
                    let mut columns = names::names(&taken, choices, names::name);
                    columns.extend_from_slice(&both_columns);
                    columns
                } else {
                    vec![names::name(&taken, choices)]
                };
                tables.push(Table { name, columns });
            }
        }
        let first: Vec<_> = tables
            .iter()
            .filter_map(|table| table.columns.first().cloned())
            .collect();
        let operators = if tables.is_empty() {
            Vec::new()
        } else {
            let taken = [&first[..], &both_operators].concat();
            let mut operators = names::names(&taken, choices, names::operator);
            operators.extend(both_operators);
            operators
        };
        let mut most = |part| parts.has(part).then(|| 1 + choices.upto(2));
        Self {
            max_filters: most(Part::MaxFilters),
            max_limit: most(Part::MaxLimit),
            name,
            effect,
            operators,
            tables,
        }
    }
}
