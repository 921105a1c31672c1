//! Where a response has its container errors, each in a form that can be put right (REQ REP-1).

use super::form::{Form, Site, form, is_flat};
use crate::contract::{Contract, Positions};
use crate::json::{Kind, Value};
use crate::schema::{Containers, Id};
use crate::vocabulary::Vocabulary;

/// The error places of a response, in the order of its text; none holds another.
#[derive(Debug, Clone)]
pub(super) struct Damage(Vec<(usize, Form)>);

/// How a value stands to the error places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// It is one.
    At(Form),
    /// It holds some.
    Around,
    /// Neither; so it is right as it is, or lies inside of one.
    Apart,
}

impl Damage {
    /// Finds the error places; `None` if there are none, or one is in no form or holds another.
    /// That the response has no other errors is not looked at.
    pub(super) fn survey(
        contract: &Contract,
        containers: &Containers,
        root: Value<'_>,
    ) -> Option<Self> {
        let mut surveyor = Surveyor {
            contract,
            containers,
            vocabulary: Vocabulary::of(contract, root),
            places: Vec::new(),
        };
        let filter_lists = Some(contract.filter_lists());
        surveyor.visit(root, &[Id::ROOT], filter_lists, false)?;
        (!surveyor.places.is_empty()).then_some(Self(surveyor.places))
    }

    /// How a value of the response stands to them.
    pub(super) fn standing(&self, value: Value<'_>) -> Standing {
        let from = self.0.partition_point(|(place, _)| *place < value.index());
        match self.0.get(from) {
            Some((place, form)) if *place == value.index() => Standing::At(*form),
            Some((place, _)) if value.holds(value.at(*place)) => Standing::Around,
            _ => Standing::Apart,
        }
    }

    /// The values at the error places that `value` is or holds.
    pub(super) fn within<'d>(&self, value: Value<'d>) -> impl Iterator<Item = Value<'d>> {
        let from = self.0.partition_point(|(place, _)| *place < value.index());
        let places = self.0.get(from..).unwrap_or_default();
        places
            .iter()
            .map(move |(place, _)| value.at(*place))
            .take_while(move |place| value.holds(*place))
    }

    /// Whether `value` is at or around all of them.
    pub(super) fn is_within(&self, value: Value<'_>) -> bool {
        let ends = [self.0.first(), self.0.last()].into_iter().flatten();
        ends.into_iter()
            .all(|(place, _)| value.holds(value.at(*place)))
    }
}

struct Surveyor<'c> {
    contract: &'c Contract,
    containers: &'c Containers,
    vocabulary: Option<Vocabulary<'c>>,
    places: Vec<(usize, Form)>,
}

impl Surveyor<'_> {
    /// Visits a value that the subschemas `by` judge, and what is inside; `None` ends the survey.
    fn visit(
        &mut self,
        value: Value<'_>,
        by: &[Id],
        filter_lists: Option<&Positions>,
        in_filter_list: bool,
    ) -> Option<()> {
        let schema = self.contract.schema();
        let mut judges = Vec::new();
        for id in by {
            self.containers.judges(schema, value, *id, &mut judges);
        }
        let is_list_of_filters = filter_lists.is_some_and(Positions::here);
        if is_list_of_filters && self.is_flat_list(value, &judges) {
            self.places.push((value.index(), Form::FlatFilters));
            return Some(());
        }
        let is_error_place = self.note(value, &judges, in_filter_list)?;
        let before = self.places.len();
        let inside = |to: Option<&str>| -> Vec<Id> {
            let judges = judges.iter().map(|id| schema.get(*id));
            judges
                .filter_map(|judge| match to {
                    Some(name) => judge.properties.get(name).copied(),
                    None => judge.items,
                })
                .collect()
        };
        if value.kind() == Kind::Array {
            let (by, lists) = (inside(None), filter_lists.and_then(Positions::each));
            if !by.is_empty() {
                for element in value.elements() {
                    self.visit(element, &by, lists, is_list_of_filters)?;
                }
            }
        }
        for (key, member) in value.members() {
            let name = key.as_str()?;
            let by = inside(Some(&name));
            if !by.is_empty() {
                let lists = filter_lists.and_then(|lists| lists.key(&name));
                self.visit(member, &by, lists, false)?;
            }
        }
        (!is_error_place || self.places.len() == before).then_some(())
    }

    /// Notes a value that has container errors, and says whether it has; `None` if they ask for
    /// different containers, or the value is in no form.
    fn note(&mut self, value: Value<'_>, judges: &[Id], in_filter_list: bool) -> Option<bool> {
        let schema = self.contract.schema();
        let mut found = None;
        for judge in judges {
            let Some(due) = schema.get(*judge).misses_container(value) else {
                continue;
            };
            let site = Site {
                schema,
                judge: *judge,
                due,
                in_filter_list,
                vocabulary: self.vocabulary,
            };
            let form = form(value, site)?;
            if found.is_some_and(|(other, _)| other != due) {
                return None;
            }
            found = Some((due, form));
        }
        self.places
            .extend(found.map(|(_, form)| (value.index(), form)));
        Some(found.is_some())
    }

    /// Whether the value at a filter list is all its filters in one flat array: each item misses the
    /// object that is due there, and together they are triples.
    fn is_flat_list(&self, value: Value<'_>, judges: &[Id]) -> bool {
        let schema = self.contract.schema();
        let flat = |vocabulary| is_flat(value, &vocabulary);
        if !self.vocabulary.is_some_and(flat) {
            return false;
        }
        let by: Vec<Id> = judges
            .iter()
            .filter_map(|id| schema.get(*id).items)
            .collect();
        value.elements().all(|item| {
            let mut judges = Vec::new();
            for id in &by {
                self.containers.judges(schema, item, *id, &mut judges);
            }
            let dues = judges
                .iter()
                .filter_map(|id| schema.get(*id).misses_container(item));
            let dues: Vec<Kind> = dues.collect();
            !dues.is_empty() && dues.iter().all(|due| *due == Kind::Object)
        })
    }
}
