//! A measurement as a table for a terminal, one line a fixture.

use std::fmt::Write as _;

use super::{Fixture, PromptSizes};

/// The heads of the columns after the name.
const HEADS: [&str; 11] = [
    "regular", "tokens", "repair", "tokens", "ratio", "floor", "response", "path", "schema",
    "bindings", "overhead",
];

/// The table, with the median ratio below it.
#[must_use]
pub fn table(sizes: &PromptSizes) -> String {
    let names = sizes.fixtures.keys().map(|name| name.chars().count());
    let width = names.max().unwrap_or_default().max("fixture".len());
    let mut text = format!("{:width$}", "fixture");
    // Writing to a string cannot fail.
    for head in HEADS.into_iter().chain(["answer"]) {
        let _written = write!(text, " {head:>8}");
    }
    text.push('\n');
    for (name, fixture) in &sizes.fixtures {
        let _written = write!(text, "{name:width$}");
        for cell in cells(fixture) {
            let _written = write!(text, " {cell:>8}");
        }
        text.push('\n');
    }
    let _written = write!(
        text,
        "\n{} {}: {} fixtures, median ratio {:.3}\n\
         Sizes in characters, tokens of o200k_base, the answer in tokens. Ratio: repair to regular, in tokens; floor: \
         repair to\nwhat REP-3 makes mandatory, in characters. --format json has bytes and cl100k_base as well.\n",
        sizes.implementation.name,
        sizes.implementation.version,
        sizes.fixtures.len(),
        sizes.median_ratio(),
    );
    text
}

fn cells(fixture: &Fixture) -> [String; 12] {
    let parts = fixture.parts;
    [
        fixture.regular.characters.to_string(),
        fixture.regular.o200k_base.to_string(),
        fixture.repair.characters.to_string(),
        fixture.repair.o200k_base.to_string(),
        format!("{:.3}", fixture.ratio()),
        format!("{:.2}", fixture.above_floor()),
        parts.response.characters.to_string(),
        parts.path.characters.to_string(),
        parts.schema.characters.to_string(),
        parts.bindings.characters.to_string(),
        parts.overhead.characters.to_string(),
        fixture.answer.o200k_base.to_string(),
    ]
}
