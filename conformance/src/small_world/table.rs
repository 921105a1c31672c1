//! The decisions as one page that a person can read.

use std::fmt::Write as _;

use super::decision::Decided;
use super::vocabulary::{Vocabulary, WORLDS};

const HEAD: &str = "\
# The small world

What stands at a filter position, and what becomes of it. Made and compared by `cargo xtask small-world`; do not edit.

| sign | decision |
| --- | --- |
| `F` | rewritten to a list of one filter object, and accepted (FIL-1) |
| `A` | accepted as it stands |
| `.` | left as it is, and rejected by the schema or the tool check (FIL-3) |
| `o` | rejected for another reason |
| `R` | a repair is asked for |
| `?` | no decision |
";

/// The page.
#[must_use]
pub fn render(decided: &Decided) -> String {
    let mut page = HEAD.to_owned();
    for world in &WORLDS {
        // Writing to a string cannot fail.
        let _written = write_world(&mut page, world, decided);
    }
    page
}

fn write_world(page: &mut String, world: &Vocabulary, decided: &Decided) -> std::fmt::Result {
    let items = world.items();
    writeln!(page, "\n## {}\n\n{}\n", world.name, world.about)?;
    let arrays = world.arrays();
    let triples: Vec<_> = arrays
        .iter()
        .filter(|array| array.len() == 3)
        .cloned()
        .collect();
    let shorter: Vec<_> = arrays
        .iter()
        .filter(|array| array.len() < 3)
        .cloned()
        .collect();
    let empty = decided.sign(world, &[]);
    writeln!(
        page,
        "No item: `{empty}`. One or two items: {}.\n",
        counted(world, &shorter[1..], decided)
    )?;
    writeln!(
        page,
        "Three items: {}. Row: the first two; column: the third.\n",
        counted(world, &triples, decided)
    )?;
    grid(page, world, &triples, decided)?;
    for (index, (order, arrays)) in world.labelled().iter().enumerate() {
        writeln!(
            page,
            "\nLabels {order}: {}.",
            counted(world, arrays, decided)
        )?;
        if index == 0 {
            writeln!(
                page,
                "Row: the first two of the three items behind the labels; column: the third.\n"
            )?;
            grid(page, world, arrays, decided)?;
        }
    }
    debug_assert_eq!(triples.len(), items.len().pow(3), "every triple is decided");
    Ok(())
}

/// How often each sign is given.
fn counted(world: &Vocabulary, arrays: &[Vec<&'static str>], decided: &Decided) -> String {
    let signs: Vec<char> = arrays
        .iter()
        .map(|array| decided.sign(world, array))
        .collect();
    let mut different = signs.clone();
    different.sort_unstable();
    different.dedup();
    let count = |sign: &char| {
        let times = signs.iter().filter(|other| *other == sign).count();
        format!("{times} × `{sign}`")
    };
    different.iter().map(count).collect::<Vec<_>>().join(", ")
}

/// A row for each pair of items, a column for each third one. Rows in which all is rejected are left out and counted.
fn grid(
    page: &mut String,
    world: &Vocabulary,
    arrays: &[Vec<&'static str>],
    decided: &Decided,
) -> std::fmt::Result {
    let items = world.items();
    let heads: Vec<_> = items.iter().map(|item| format!("`{item}`")).collect();
    writeln!(page, "| first two | {} |", heads.join(" | "))?;
    writeln!(page, "| --- |{}", " :-: |".repeat(items.len()))?;
    let mut rejected = 0;
    for row in arrays.chunks(items.len()) {
        let signs: Vec<_> = row.iter().map(|array| decided.sign(world, array)).collect();
        if signs.iter().all(|sign| *sign == '.') {
            rejected += 1;
            continue;
        }
        let cells: Vec<_> = signs.iter().map(|sign| format!("`{sign}`")).collect();
        let first_two = match row.first().map(Vec::as_slice) {
            Some([first, second, _] | [_, first, _, second, ..]) => format!("`{first}` `{second}`"),
            _ => String::new(),
        };
        writeln!(page, "| {first_two} | {} |", cells.join(" | "))?;
    }
    writeln!(
        page,
        "| {rejected} other pairs |{}",
        " `.` |".repeat(items.len())
    )
}
