//! The page `prompt-size.md`: a measurement and its history for a reader.

use std::fmt::{self, Write as _};

use super::{Entry, PromptSizes, Size};

const HEAD: &str = "\
# Prompt sizes

How large a repair call is beside the regular call that it spares, fixture by fixture of [corpus/prompts](../corpus/prompts).
Made and compared by `cargo xtask prompt-size`; do not edit. This measures prompts, and says nothing of what a model
makes of them, nor of what a call costs in the end. The ratio follows above all from how much stands in the regular
prompt: the fixtures `lean-…` are steps under the contract of the flagship, and where all is small, a repair saves little.

![Size by fixture and over time](prompt-size.svg)

";

const COLUMNS: &str = "
Sizes are in characters (Unicode scalar values), tokens in those of `o200k_base`. *Ratio* is repair to regular in tokens,
*floor* repair to what REP-3 makes mandatory (the name of the prompt, response, path, schema, bindings) in characters,
*overhead* what of the repair prompt is none of these texts, *answer* the right answer in tokens.

";

/// The page.
#[must_use]
pub fn page(sizes: &PromptSizes, history: &[Entry]) -> String {
    let mut page = HEAD.to_owned();
    // Writing to a string cannot fail.
    let _written = write_page(&mut page, sizes, history);
    page
}

fn write_page(page: &mut String, sizes: &PromptSizes, history: &[Entry]) -> fmt::Result {
    writeln!(
        page,
        "Of `{}` {}: the median ratio over {} fixtures is {:.3}.",
        sizes.implementation.name,
        sizes.implementation.version,
        sizes.fixtures.len(),
        sizes.median_ratio()
    )?;
    page.push_str(COLUMNS);
    writeln!(
        page,
        "| fixture | regular | tokens | repair | tokens | ratio | floor | overhead | answer |"
    )?;
    writeln!(page, "| --- |{}", " --: |".repeat(8))?;
    for (name, fixture) in &sizes.fixtures {
        writeln!(
            page,
            "| {name} | {} | {} | {} | {} | {:.3} | {:.2} | {} | {} |",
            fixture.regular.characters,
            fixture.regular.o200k_base,
            fixture.repair.characters,
            fixture.repair.o200k_base,
            fixture.ratio(),
            fixture.above_floor(),
            fixture.parts.overhead.characters,
            fixture.answer.o200k_base,
        )?;
    }
    write_units(page, sizes)?;
    write_history(page, history)
}

/// Both prompts in the units that the first table leaves out, and the parts of the repair prompt.
fn write_units(page: &mut String, sizes: &PromptSizes) -> fmt::Result {
    writeln!(
        page,
        "\n## Bytes, the other vocabulary, and the parts of the repair prompt\n\n\
         | fixture | regular: bytes | `cl100k_base` | repair: bytes | `cl100k_base` | response | path | schema | bindings | overhead |"
    )?;
    writeln!(page, "| --- |{}", " --: |".repeat(9))?;
    let told = |size: Size| format!("{} | {}", size.bytes, size.cl100k_base);
    for (name, fixture) in &sizes.fixtures {
        let parts = fixture.parts.named();
        let parts: Vec<_> = parts
            .iter()
            .map(|(_, size)| size.characters.to_string())
            .collect();
        writeln!(
            page,
            "| {name} | {} | {} | {} |",
            told(fixture.regular),
            told(fixture.repair),
            parts.join(" | ")
        )?;
    }
    writeln!(
        page,
        "\nA part is counted where its text stands in the prompt: as it is, as the content of a JSON string, or with other white\n\
         space. What is not found in one of these forms counts as overhead."
    )
}

fn write_history(page: &mut String, history: &[Entry]) -> fmt::Result {
    writeln!(
        page,
        "\n## History\n\nOne line for each measurement that was accepted.\n\n\
         | date | version | commit | fixtures | median ratio | flagship: repair | overhead |"
    )?;
    writeln!(page, "| --- | --- | --- |{}", " --: |".repeat(4))?;
    for entry in history {
        let flagship = entry.figures.get(super::FLAGSHIP);
        let told = |figure: Option<u64>| figure.map_or_else(|| "–".to_owned(), |it| it.to_string());
        writeln!(
            page,
            "| {} | {} | `{}` | {} | {:.3} | {} | {} |",
            entry.date,
            entry.version,
            entry.commit,
            entry.figures.len(),
            entry.median_ratio,
            told(flagship.map(|figures| figures.repair)),
            told(flagship.map(|figures| figures.overhead)),
        )?;
    }
    Ok(())
}
