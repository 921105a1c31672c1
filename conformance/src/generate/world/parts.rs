//! What a world may have, so that what needs a part of it can ask for that part alone.

use std::collections::BTreeSet;

use super::super::Choices;

/// A part of a world. The members of a response have the names of the investigation's shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Part {
    /// `/note`, a free text.
    Note,
    /// `/hypothesis`, a reference.
    Hypothesis,
    /// `/previous_result`, a reference.
    PreviousResult,
    /// `/evidence`, a list of objects whose `id` is a reference.
    Evidence,
    /// `/evidence/*` is an object position.
    DecodeEvidence,
    /// `/state_changes`, a list of objects that may hold anything.
    Changes,
    /// `/state_changes/*` is an object position.
    DecodeChanges,
    /// A member that the schema does not name.
    Unknown,
    /// `/next` with an action and arguments.
    Call,
    /// `/next/arguments` is an object position.
    DecodeArguments,
    /// The contract has `tools`.
    Tools,
    /// The tool that is called has tables.
    Table,
    /// `/next/arguments/columns`.
    Columns,
    /// `/next/arguments/filters`.
    Filters,
    /// `/next/arguments/filters` is a filter position.
    RewriteFilters,
    /// The schema asks for at least one filter.
    SomeFilter,
    /// The tool states `max_filters`.
    MaxFilters,
    /// `/next/arguments/limit`.
    Limit,
    /// The tool states `max_limit`.
    MaxLimit,
    /// `/next/arguments/also`, an object with filters of its own.
    Also,
    /// `/next/arguments/also` is an object position.
    DecodeAlso,
    /// `/next/arguments/also/filters` is a filter position.
    RewriteAlso,
    /// The contract has a budget.
    Budget,
    /// No action is left, and the tool that is called costs one: no answer is right.
    Exhausted,
    /// A labelled filter of [`super::READ_BOTH_WAYS`] reads as two triples as well (REQ FIL-1).
    ReadBothWays,
    /// No object may have a member that the schema does not name.
    Closed,
    /// Every member is required.
    Required,
    /// `/groups`, a list of objects with lists of scalars and an object in each: what a repair may be asked for beyond the
    /// shape of the investigation.
    Groups,
    /// What is a list or an object in a group may be null as well.
    Nullable,
    /// `/odd`, an object of places at which a wrong type is no container error (REQ REP-1, REP-2).
    Odd,
    /// No name looks like JSON text of a container, and no list of columns like a filter: what stands for what is due is
    /// in no doubt.
    Plain,
    /// The contract has a `context`, and its bindings say more than ids.
    Context,
    /// `/next` is repairable.
    RepairNext,
    /// `/next/arguments` is repairable.
    RepairArguments,
    /// `/next/arguments/columns` is repairable.
    RepairColumns,
    /// `/next/arguments/filters` is repairable.
    RepairFilters,
    /// `/next/arguments/also` is repairable.
    RepairAlso,
    /// `/next/arguments/also/filters` is repairable.
    RepairAlsoFilters,
    /// `/evidence` is repairable.
    RepairEvidence,
    /// `/evidence/*` is repairable.
    RepairEvidenceItem,
    /// `/groups` is repairable.
    RepairGroups,
    /// `/groups/*` is repairable.
    RepairGroup,
    /// `/groups/*/tags` is repairable.
    RepairTags,
    /// `/groups/*/scores` is repairable.
    RepairScores,
    /// `/groups/*/meta` is repairable.
    RepairMeta,
    /// `/odd` and what is in it is repairable.
    RepairOdd,
}

/// The repairable positions that a world may have, each with its part.
pub(in super::super) const REPAIRABLE: [(Part, &str); 13] = [
    (Part::RepairFilters, "/next/arguments/filters"),
    (Part::RepairColumns, "/next/arguments/columns"),
    (Part::RepairEvidence, "/evidence"),
    (Part::RepairEvidenceItem, "/evidence/*"),
    (Part::RepairArguments, "/next/arguments"),
    (Part::RepairTags, "/groups/*/tags"),
    (Part::RepairGroups, "/groups"),
    (Part::RepairMeta, "/groups/*/meta"),
    (Part::RepairNext, "/next"),
    (Part::RepairAlsoFilters, "/next/arguments/also/filters"),
    (Part::RepairScores, "/groups/*/scores"),
    (Part::RepairAlso, "/next/arguments/also"),
    (Part::RepairGroup, "/groups/*"),
];

/// The parts that a world may have unasked, the simplest first.
const ALL: [Part; 25] = [
    Part::Note,
    Part::Hypothesis,
    Part::PreviousResult,
    Part::Evidence,
    Part::DecodeEvidence,
    Part::Changes,
    Part::DecodeChanges,
    Part::Unknown,
    Part::Call,
    Part::DecodeArguments,
    Part::Tools,
    Part::Table,
    Part::Columns,
    Part::Filters,
    Part::RewriteFilters,
    Part::SomeFilter,
    Part::MaxFilters,
    Part::Limit,
    Part::MaxLimit,
    Part::Also,
    Part::DecodeAlso,
    Part::RewriteAlso,
    Part::Budget,
    Part::Closed,
    Part::Required,
];

impl Part {
    /// The parts without which this one means nothing.
    fn base(self) -> &'static [Self] {
        match self {
            Self::DecodeChanges => &[Self::Changes],
            Self::DecodeArguments
            | Self::Tools
            | Self::Columns
            | Self::Filters
            | Self::Limit
            | Self::Also
            | Self::RepairNext
            | Self::RepairArguments => &[Self::Call],
            Self::Table | Self::Budget => &[Self::Tools],
            Self::RewriteFilters | Self::SomeFilter => &[Self::Filters],
            Self::MaxFilters => &[Self::Tools, Self::Filters],
            Self::MaxLimit => &[Self::Tools, Self::Limit],
            Self::Exhausted => &[Self::Budget],
            Self::DecodeAlso | Self::RewriteAlso | Self::RepairAlso => &[Self::Also],
            Self::RepairColumns => &[Self::Columns],
            // What was a filter is found again at filter positions alone (REQ REP-7).
            Self::ReadBothWays | Self::RepairFilters => &[Self::RewriteFilters, Self::Table],
            Self::RepairAlsoFilters => &[Self::RewriteAlso, Self::Table],
            Self::DecodeEvidence | Self::RepairEvidence | Self::RepairEvidenceItem => {
                &[Self::Evidence]
            }
            Self::RepairGroups
            | Self::RepairGroup
            | Self::RepairTags
            | Self::RepairScores
            | Self::RepairMeta
            | Self::Nullable => &[Self::Groups],
            Self::RepairOdd => &[Self::Odd],
            _ => &[],
        }
    }
}

/// The parts that a world has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in super::super) struct Parts(BTreeSet<Part>);

impl Parts {
    /// These parts and those that they need.
    pub(in super::super) fn of(parts: &[Part]) -> Self {
        let mut all = Self::default();
        all.add(parts);
        all
    }

    /// Adds parts and those that they need.
    pub(in super::super) fn add(&mut self, parts: &[Part]) {
        for part in parts {
            if self.0.insert(*part) {
                self.add(part.base());
            }
        }
    }

    /// Adds all parts of the other.
    pub(in super::super) fn add_all(&mut self, other: &Self) {
        self.0.extend(&other.0);
    }

    /// Adds a few more, but nothing that needs one of those that must be missing.
    pub(super) fn add_some(&mut self, missing: &[Part], choices: &mut Choices<'_>) {
        let mut added = 0;
        while choices.more(added, 5) {
            let more = Self::of(&[*choices.pick(&ALL)]);
            if !more.has_any(missing) {
                self.0.extend(more.0);
            }
            added += 1;
        }
        // What is closed has no member that the schema does not name.
        // A filter below an error place comes back at a filter position alone (REQ REP-7).
        if self.has(Part::Plain) && self.has(Part::Also) {
            self.0.insert(Part::RewriteAlso);
        }
        if self.has(Part::Odd) {
            self.0.remove(&Part::Closed);
        }
        if self.has(Part::Closed) {
            self.0.remove(&Part::Unknown);
        }
    }

    /// Whether one of these is there.
    pub(in super::super) fn has_any(&self, parts: &[Part]) -> bool {
        parts.iter().any(|part| self.has(*part))
    }

    /// Whether a part is there.
    pub(in super::super) fn has(&self, part: Part) -> bool {
        self.0.contains(&part)
    }
}
