//! The page `cost.md`: the estimate for a reader.

use std::fmt::{self, Write as _};

use super::{Costs, SHOWN, ways};
use crate::reask::{OWN, Reasks};

const HEAD: &str = "\
# What malformed answers cost

An **estimate**, made by `cargo xtask cost`; do not edit. It is computed by formula from the requests that
[reask.md](reask.md) measures and from the assumptions below, each of which is a flag of the command. It is no general
guarantee of cost or quality: whether a model answers rightly is for tests against real models to say, which are made
apart (`cargo xtask live`).

![Expected tokens by the share of malformed answers](cost.svg)

";

const ASSUMED: &str = "
## Assumptions

";

const REASONS: &str = "
- One accepted answer takes rounds until there is one; a round is a regular call and, where one is due, one second request.
  Rounds do not depend on each other. What an accepted answer costs is then the mean cost of a round by the share of the
  rounds that end with one.
- A full retry sends the regular call again for whatever is malformed.
- The policy settles by rule what it can, asks once for a repair where one is due, and sends the regular call again for
  what it rejects.
- The others are favoured: what a rule settles here costs them nothing, each asks again for all the rest, and its second
  answer is as often right as that to a repair call, whatever was wrong and whether the source is in the request or not.
  Where a library sent no second request for a fixture, or did not take the right answer, it begins anew. A fixture whose
  malformed answer a library took as it was, or could make no request for, is left out of its median.
- Notices and hints (at most 200 characters in a later prompt) are left out, and so is the discount of a provider for
  prompts that it has seen before.

";

const CLASSES: &str = "\
The classes are those of [the field reports](../corpus/field-reports.json), each met as often as it was reported, with
what the policy does as the cases of the reports say it must. Reports of valid answers that were damaged later, and those
without a case under a contract, are left out. They are what people complained about and no sample of what models answer:
`--weight CLASS=N` sets what is known of a model.

| class | weight | settled by rule | repair call | rejected |
| --- | --: | --: | --: | --: |
";

/// The page.
#[must_use]
pub fn page(reasks: &Reasks, costs: &Costs) -> String {
    let mut page = HEAD.to_owned();
    // Writing to a string cannot fail.
    let _written = write_page(&mut page, reasks, costs);
    page
}

fn write_page(page: &mut String, reasks: &Reasks, costs: &Costs) -> fmt::Result {
    page.push_str(&table(reasks, costs));
    page.push_str(ASSUMED);
    let assumptions = &costs.assumptions;
    writeln!(
        page,
        "- {} of 100 answers to regular calls are malformed (`--malformed`), and {} of 100 answers to second requests are \
         accepted (`--repaired`). Both are assumed.\n\
         - A token of an answer costs as much as {} of a prompt (`--answer-weight`).",
        shown(100.0 * assumptions.malformed),
        shown(100.0 * assumptions.repaired),
        shown(assumptions.answer_weight)
    )?;
    page.push_str(REASONS.trim_start());
    page.push_str(CLASSES);
    for (name, class) in &assumptions.classes {
        writeln!(
            page,
            "| {name} | {:.2} | {:.2} | {:.2} | {:.2} |",
            class.weight,
            class.by_rule,
            class.by_repair,
            1.0 - class.by_rule - class.by_repair
        )?;
    }
    let mix = assumptions.mix();
    let weights = assumptions.classes.values().map(|class| class.weight);
    writeln!(
        page,
        "| **all** | {:.2} | **{:.2}** | **{:.2}** | **{:.2}** |",
        weights.sum::<f64>(),
        mix.by_rule,
        mix.asked,
        1.0 - mix.by_rule - mix.asked
    )
}

/// The table of the ways.
#[must_use]
pub fn table(reasks: &Reasks, costs: &Costs) -> String {
    let mut table = format!(
        "| way | {SHOWN}: clean call | expected | added | all fixtures: added, median |\n| --- |{}\n",
        " --: |".repeat(4)
    );
    for way in ways(reasks) {
        let Some(cost) = costs.ways.get(way.name) else {
            continue;
        };
        let mark = if way.name == OWN { "**" } else { "" };
        // Writing to a string cannot fail.
        let _written = writeln!(
            table,
            "| {mark}{}{mark} | {:.0} | {:.0} | {:.0} | {:.1} % |",
            way.name,
            cost.clean,
            cost.expected,
            cost.expected - cost.clean,
            cost.added_percent
        );
    }
    table + "\nIn tokens of `o200k_base` for each accepted answer, prompts and answers together.\n"
}

/// A number without needless digits.
fn shown(number: f64) -> String {
    format!("{}", (number * 100.0).round() / 100.0)
}
