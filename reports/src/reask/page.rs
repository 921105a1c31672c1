//! The page `reask.md`: a measurement for a reader.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use super::{OWN, Reasks, Sent, Way, median};

const HEAD: &str = "\
# What is sent after a malformed answer

The fixtures of [corpus/prompts](../corpus/prompts) through libraries that ask a model again, and through one repair call.
Made by `cargo xtask reask`; do not edit. Each library builds both requests itself, pinned and as its documentation
begins; only the model behind it is a fake, which gives the malformed answer of the fixture first and the right one then.
[How](../conformance/adapters/reask/README.md).

Counted is what a model reads: the texts of the messages, the names and arguments of calls, and the schemas of tools, in
characters (Unicode scalar values) and tokens of `o200k_base`. What a provider adds to each message is not. The prompt of
the user is the same in all first requests; the schema stands in it as the library writes it. This measures requests and
says nothing of what a model makes of them.

*Ratio* is second request to first, in tokens. *Taken* counts the fixtures whose right second answer is accepted.

";

/// The page.
#[must_use]
pub fn page(reasks: &Reasks) -> String {
    let mut page = HEAD.to_owned();
    // Writing to a string cannot fail.
    let _written = write_page(&mut page, reasks);
    page
}

fn write_page(page: &mut String, reasks: &Reasks) -> fmt::Result {
    let fixtures: BTreeSet<&str> = reasks
        .ways
        .values()
        .flat_map(|way| way.fixtures.keys().map(String::as_str))
        .collect();
    write_ways(page, reasks, fixtures.len())?;
    write_ratios(page, reasks, &fixtures)?;
    write_figures(page, reasks, &fixtures)
}

fn write_ways(page: &mut String, reasks: &Reasks, fixtures: usize) -> fmt::Result {
    writeln!(
        page,
        "| way | asks again | taken | ratio: least | median | most | packages |\n| --- |{} --- |",
        " --: |".repeat(5)
    )?;
    for (name, way) in reasks.in_order() {
        let ratios = way.ratios();
        let end = |ratio: Option<&f64>| {
            ratio.map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.2}"))
        };
        writeln!(
            page,
            "| {} | {} of {fixtures} | {} | {} | **{}** | {} | {} |",
            titled(name),
            ratios.len(),
            way.fixtures.values().filter(|sent| sent.is_taken()).count(),
            end(ratios.first()),
            end((!ratios.is_empty()).then(|| median(&ratios)).as_ref()),
            end(ratios.last()),
            packages(way),
        )?;
    }
    Ok(())
}

fn write_ratios(page: &mut String, reasks: &Reasks, fixtures: &BTreeSet<&str>) -> fmt::Result {
    page.push_str("\n## Ratio by fixture\n\n| fixture |");
    for (name, _) in reasks.in_order() {
        write!(page, " {} |", titled(name))?;
    }
    writeln!(page, "\n| --- |{}", " --: |".repeat(reasks.ways.len()))?;
    for fixture in fixtures {
        write!(page, "| {fixture} |")?;
        for (_, way) in reasks.in_order() {
            match way.fixtures.get(*fixture).and_then(Sent::ratio) {
                Some(ratio) => write!(page, " {ratio:.2} |")?,
                None => page.push_str(" – |"),
            }
        }
        page.push('\n');
    }
    Ok(())
}

fn write_figures(page: &mut String, reasks: &Reasks, fixtures: &BTreeSet<&str>) -> fmt::Result {
    writeln!(
        page,
        "\n## All figures\n\n*Answer* is the right answer to the second request, in tokens. – is a request that was not made.\n\n\
         | fixture | way | first | tokens | second | tokens | answer | ended with |\n| --- | --- |{} --- |",
        " --: |".repeat(5)
    )?;
    for fixture in fixtures {
        for (name, way) in reasks.in_order() {
            let Some(sent) = way.fixtures.get(*fixture) else {
                continue;
            };
            let sizes = [sent.first, sent.reask].map(|size| match size {
                Some(size) => format!("{} | {}", size.characters, size.o200k_base),
                None => "– | –".to_owned(),
            });
            let answer = sent
                .answer
                .map_or_else(|| "–".to_owned(), |answer| answer.o200k_base.to_string());
            let end = match &sent.fault {
                Some(fault) => format!("`{fault}`"),
                None if sent.has_taken_the_first() => "took the malformed answer".to_owned(),
                None => String::new(),
            };
            let [first, reask] = sizes;
            writeln!(
                page,
                "| {fixture} | {} | {first} | {reask} | {answer} | {} |",
                titled(name),
                end
            )?;
        }
    }
    Ok(())
}

impl Sent {
    /// Whether the right answer to the second request was accepted.
    fn is_taken(&self) -> bool {
        self.reask.is_some() && self.fault.is_none()
    }
}

fn titled(name: &str) -> String {
    if name == OWN {
        format!("**{name}**")
    } else {
        name.to_owned()
    }
}

fn packages(way: &Way) -> String {
    let packages = way.packages.iter();
    let packages: Vec<_> = packages
        .map(|(name, version)| format!("{name} {version}"))
        .collect();
    packages.join(", ")
}
