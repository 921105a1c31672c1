//! The plot `prompt-size.svg`: size by fixture, and size over the history. It needs nothing beside itself and is as
//! readable on a dark page as on a light one.

use std::fmt::{self, Write as _};

use super::scale::Logarithmic;
use super::{Entry, FLAGSHIP, PromptSizes};
use crate::plot::style;

/// The width of the plot, and where its scale of sizes begins and ends.
const WIDTH: f64 = 860.0;
const LEFT: f64 = 150.0;
const RIGHT: f64 = 780.0;

/// The heights of the head, of the row of a fixture, and of the panels of the history.
const HEAD: f64 = 76.0;
const ROW: f64 = 20.0;
const PANEL: f64 = 130.0;

/// The lines and marks of this plot, on a light page and on a dark one.
const LIGHT: &str = "\
\x20 .saved { stroke: #8c959f; stroke-width: 2; }
  .regular { fill: #ffffff; stroke: #57606a; stroke-width: 2; }
  .repair { fill: #0969da; stroke: none; }
  .floor { stroke: #bc4c00; stroke-width: 3; }
  .course { fill: none; stroke: #0969da; stroke-width: 2; }
";
const DARK: &str = "\
\x20   .saved { stroke: #656c76; }
    .regular { fill: #0d1117; stroke: #9198a1; }
    .repair { fill: #58a6ff; }
    .floor { stroke: #f0883e; }
    .course { stroke: #58a6ff; }
";

/// The plot of a measurement and of all that were kept, the oldest first.
#[must_use]
pub fn plot(sizes: &PromptSizes, history: &[Entry]) -> String {
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _written = write_plot(&mut svg, sizes, history);
    svg
}

fn write_plot(svg: &mut String, sizes: &PromptSizes, history: &[Entry]) -> fmt::Result {
    let bottom = sizes.fixtures.iter().fold(HEAD, |height, _| height + ROW);
    let height = bottom + 60.0 + PANEL + 40.0;
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="Sizes of regular and repair prompts">"#
    )?;
    svg.push_str(&style(LIGHT, DARK));
    write_fixtures(svg, sizes, bottom)?;
    let top = bottom + 60.0;
    let flagship = |entry: &Entry| entry.figures.get(FLAGSHIP).copied();
    let repair = history.iter().filter_map(flagship).map(|all| all.repair);
    let overhead = history.iter().filter_map(flagship).map(|all| all.overhead);
    let permille = |entry: &Entry| (entry.median_ratio * 1e3).round();
    let panels = [
        ("Flagship: repair prompt", values(repair), 1.0),
        ("Flagship: overhead", values(overhead), 1.0),
        (
            "All: median ratio",
            history.iter().map(permille).collect(),
            1e3,
        ),
    ];
    let mut left = 40.0;
    for (title, values, unit) in &panels {
        write_course(svg, title, values, *unit, left, top)?;
        left += 280.0;
    }
    writeln!(svg, "</svg>")
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a plot is not that exact by far"
)]
fn values(all: impl Iterator<Item = u64>) -> Vec<f64> {
    all.map(|value| value as f64).collect()
}

/// A row for each fixture: the regular prompt, the repair prompt, the floor, and the ratio in words.
fn write_fixtures(svg: &mut String, sizes: &PromptSizes, bottom: f64) -> fmt::Result {
    let fixtures = sizes.fixtures.values();
    let all = fixtures.flat_map(|all| {
        [
            all.floor.characters,
            all.repair.characters,
            all.regular.characters,
        ]
    });
    let scale = Logarithmic::of(all, LEFT, RIGHT);
    writeln!(
        svg,
        r#"<text class="title" x="10" y="22">Characters of the regular and of the repair prompt, by fixture</text>"#
    )?;
    writeln!(
        svg,
        r#"<circle class="repair" cx="18" cy="40" r="5"/><text x="30" y="44">repair</text><circle class="regular" cx="98" cy="40" r="5"/><text x="110" y="44">regular</text><path class="floor" d="M180 34v12"/><text x="190" y="44">floor: what no repair prompt can do without</text><text class="quiet end" x="850" y="44">ratio in tokens</text>"#
    )?;
    for tick in scale.ticks() {
        let x = scale.place(tick);
        writeln!(
            svg,
            r#"<path class="grid" d="M{x:.1} {top:.0}V{bottom:.0}"/><text class="quiet middle" x="{x:.1}" y="{label:.0}">{tick}</text>"#,
            top = HEAD - 16.0,
            label = bottom + 16.0,
        )?;
    }
    let mut y = HEAD;
    for (name, fixture) in &sizes.fixtures {
        let [floor, repair, regular] = [fixture.floor, fixture.repair, fixture.regular]
            .map(|size| scale.place(size.characters));
        writeln!(
            svg,
            r#"<text class="end" x="140" y="{text:.0}">{name}</text><path class="saved" d="M{repair:.1} {y:.0}H{regular:.1}"/><path class="floor" d="M{floor:.1} {tip:.0}v12"/><circle class="regular" cx="{regular:.1}" cy="{y:.0}" r="5"/><circle class="repair" cx="{repair:.1}" cy="{y:.0}" r="5"/><text class="end" x="850" y="{text:.0}">{ratio:.3}</text>"#,
            text = y + 4.0,
            tip = y - 6.0,
            ratio = fixture.ratio(),
        )?;
        y += ROW;
    }
    Ok(())
}

/// A value over the history, from 0 up: a dot for each entry, the last one with its value.
fn write_course(
    svg: &mut String,
    title: &str,
    values: &[f64],
    unit: f64,
    left: f64,
    top: f64,
) -> fmt::Result {
    let width = 190.0;
    let highest = values.iter().copied().fold(1.0, f64::max);
    let steps = values.iter().skip(1).fold(0.0, |steps, _| steps + 1.0);
    let base = top + PANEL;
    writeln!(
        svg,
        r#"<text class="title" x="{left:.0}" y="{title_y:.0}">{title}</text><path class="grid" d="M{left:.0} {base:.0}h{width:.0}"/>"#,
        title_y = top - 8.0,
    )?;
    let mut places = Vec::new();
    let mut step = 0.0;
    for value in values {
        let x = left
            + if steps > 0.0 {
                width * step / steps
            } else {
                0.0
            };
        let y = base - (PANEL - 24.0) * value / highest;
        places.push((x, y, *value / unit));
        step += 1.0;
    }
    if places.len() > 1 {
        let points: Vec<_> = places
            .iter()
            .map(|(x, y, _)| format!("{x:.1},{y:.1}"))
            .collect();
        writeln!(
            svg,
            r#"<polyline class="course" points="{}"/>"#,
            points.join(" ")
        )?;
    }
    for (x, y, _) in &places {
        writeln!(
            svg,
            r#"<circle class="repair" cx="{x:.1}" cy="{y:.1}" r="4"/>"#
        )?;
    }
    if let Some((x, y, value)) = places.last() {
        writeln!(
            svg,
            r#"<text x="{:.1}" y="{:.1}">{value}</text>"#,
            x + 8.0,
            y + 4.0
        )?;
    }
    if let [(x, y, value), _, ..] = &*places {
        writeln!(
            svg,
            r#"<text class="quiet" x="{x:.1}" y="{:.1}">{value}</text>"#,
            y - 8.0
        )?;
    }
    Ok(())
}
