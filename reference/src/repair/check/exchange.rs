//! The value at the repair path before, and the one after.

use crate::contract::Contract;
use crate::json::{Document, Kind, Value};
use crate::repair::damage::{Damage, Standing};
use crate::vocabulary::{Reading, Triple, Vocabulary};

/// What an answer puts in place of what.
pub(in crate::repair) struct Exchange<'e> {
    pub(super) before: Value<'e>,
    pub(super) after: Value<'e>,
    /// The response before, in which `before` stands.
    pub(super) root: Value<'e>,
    /// The rebuilt response, in which `after` stands.
    pub(super) rebuilt: Value<'e>,
    /// The error places of the response before.
    pub(super) damage: &'e Damage,
    pub(super) contract: &'e Contract,
    /// That of the rebuilt response. Outside the path the two are the same, and what is inside is
    /// only known now (REQ REP-7).
    pub(super) vocabulary: Option<Vocabulary<'e>>,
    /// The arrays at and below the error places that say filters, or might.
    pub(super) readings: Vec<Reading<'e>>,
}

impl<'e> Exchange<'e> {
    /// The exchange of the value `before`, which stood where the rebuilt response has its
    /// counterpart: as many values come before it there as did here.
    pub(in crate::repair) fn of(
        before: Value<'e>,
        rebuilt: &'e Document<'_>,
        damage: &'e Damage,
        contract: &'e Contract,
    ) -> Self {
        let rebuilt = rebuilt.root();
        let vocabulary = Vocabulary::of(contract, rebuilt);
        let mut readings = Vec::new();
        if let Some(vocabulary) = vocabulary {
            for place in damage.within(before) {
                place.each_inside(&mut |value| {
                    if value.kind() == Kind::Array {
                        readings.push(vocabulary.read(value));
                    }
                });
            }
        }
        Self {
            before,
            root: before.at(0),
            after: rebuilt.at(before.index()),
            rebuilt,
            damage,
            contract,
            vocabulary,
            readings,
        }
    }

    /// Whether a value before neither holds an error place nor is at or below one.
    pub(super) fn is_frame(&self, value: Value<'_>) -> bool {
        let mut places = self.damage.within(self.before);
        self.damage.standing(value) == Standing::Apart && !places.any(|place| place.holds(value))
    }

    /// The filters that arrays at and below the error places say.
    pub(super) fn triples(&self) -> impl Iterator<Item = Triple<'e>> {
        self.readings.iter().flat_map(Reading::triples).copied()
    }
}
