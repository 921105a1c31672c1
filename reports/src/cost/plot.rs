//! The plot `cost.svg`: expected tokens by the share of malformed answers, and by the share of these that a repair call is
//! due for. It needs nothing beside itself and is as readable on a dark page as on a light one.

use std::fmt::{self, Write as _};

use super::{Assumptions, Mix, RETRY, SHOWN, ways};
use crate::plot::style;
use crate::reask::{OWN, Reasks};

const TOP: f64 = 70.0;
const BOTTOM: f64 = 400.0;
/// The width of a panel without its labels.
const WIDTH: f64 = 280.0;
/// How many straight pieces make a curve.
const PIECES: u32 = 50;
/// The least distance of two labels.
const LABEL: f64 = 15.0;

/// The lines and marks of this plot, on a light page and on a dark one.
const LIGHT: &str = "\
\x20 path { fill: none; }
  .other { stroke: #8c959f; stroke-width: 1.5; }
  .retry { stroke: #bc4c00; stroke-width: 2; }
  .own { stroke: #0969da; stroke-width: 3; }
";
const DARK: &str = "\
\x20   .other { stroke: #656c76; }
    .retry { stroke: #f0883e; }
    .own { stroke: #58a6ff; }
";

/// The plot.
#[must_use]
pub fn plot(reasks: &Reasks, assumptions: &Assumptions) -> String {
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _written = write_plot(&mut svg, reasks, assumptions);
    svg
}

fn write_plot(svg: &mut String, reasks: &Reasks, assumptions: &Assumptions) -> fmt::Result {
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1080 450" role="img" aria-label="Expected tokens for an accepted answer">"#
    )?;
    svg.push_str(&style(LIGHT, DARK));
    writeln!(
        svg,
        r#"<text class="title" x="10" y="22">Expected tokens for each accepted answer (estimate; fixture: {SHOWN})</text>"#
    )?;
    let mix = assumptions.mix();
    let by_malformed = |malformed| {
        let assumptions = Assumptions {
            malformed,
            ..assumptions.clone()
        };
        (assumptions, mix)
    };
    let by_asked = |asked| {
        (
            assumptions.clone(),
            Mix {
                by_rule: 0.0,
                asked,
            },
        )
    };
    let percent = 100.0 * assumptions.malformed;
    Panel {
        left: 60.0,
        title: "by the share of malformed answers",
        last: 0.5,
        curves: curves(reasks, 0.5, &by_malformed),
    }
    .write(svg)?;
    Panel {
        left: 600.0,
        title: &format!(
            "by the share of them that a repair is due for, at {percent:.0} % malformed"
        ),
        last: 1.0,
        curves: curves(reasks, 1.0, &by_asked),
    }
    .write(svg)?;
    writeln!(svg, "</svg>")
}

/// A curve: the way, and its values at equal distances.
type Curve<'r> = (&'r str, Vec<f64>);

fn curves<'r>(
    reasks: &'r Reasks,
    last: f64,
    at: &dyn Fn(f64) -> (Assumptions, Mix),
) -> Vec<Curve<'r>> {
    let points = (0..=PIECES).map(|piece| at(last * f64::from(piece) / f64::from(PIECES)));
    let points: Vec<_> = points.collect();
    let curve = |way: super::Way<'r>| {
        let values = points.iter().filter_map(|(assumptions, mix)| {
            let (_, expected) = way.cost(reasks, SHOWN, assumptions, *mix)?;
            Some(expected)
        });
        (way.name, values.collect::<Vec<f64>>())
    };
    ways(reasks)
        .map(curve)
        .filter(|(_, values)| !values.is_empty())
        .collect()
}

/// One panel: curves over a share.
struct Panel<'r> {
    left: f64,
    title: &'r str,
    /// The share on the right.
    last: f64,
    curves: Vec<Curve<'r>>,
}

impl Panel<'_> {
    fn write(&self, svg: &mut String) -> fmt::Result {
        let left = self.left;
        writeln!(
            svg,
            r#"<text class="quiet" x="{left}" y="48">{}</text>"#,
            self.title
        )?;
        let values = self.curves.iter().flat_map(|(_, values)| values);
        let most = values.copied().fold(1.0, f64::max);
        let step = step(most);
        let y = |value: f64| BOTTOM - (BOTTOM - TOP) * value / most;
        let mut tick = 0.0;
        while tick <= most {
            writeln!(
                svg,
                r#"<path class="grid" d="M{left} {0:.1}h{WIDTH}"/><text class="quiet end" x="{1:.0}" y="{2:.1}">{tick:.0}</text>"#,
                y(tick),
                left - 8.0,
                y(tick) + 4.0
            )?;
            tick += step;
        }
        for part in 0..=5_u32 {
            let share = f64::from(part) / 5.0;
            writeln!(
                svg,
                r#"<text class="quiet middle" x="{:.0}" y="{:.0}">{:.0} %</text>"#,
                left + WIDTH * share,
                BOTTOM + 20.0,
                100.0 * self.last * share
            )?;
        }
        // What stands first is drawn last, above the others.
        for (name, values) in self.curves.iter().rev() {
            write!(svg, r#"<path class="{}" d="M"#, class(name))?;
            for (piece, value) in (0..).zip(values) {
                let x = left + WIDTH * f64::from(piece) / f64::from(PIECES);
                write!(svg, "{x:.1} {:.1} ", y(*value))?;
            }
            writeln!(svg, r#""/>"#)?;
        }
        let mut labels: Vec<(f64, &str)> = self
            .curves
            .iter()
            .filter_map(|(name, values)| Some((y(*values.last()?), *name)))
            .collect();
        labels.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut below = BOTTOM + LABEL;
        for (end, name) in labels {
            below = end.min(below - LABEL);
            writeln!(
                svg,
                r#"<path class="{class}" d="M{0:.1} {end:.1}L{1:.1} {below:.1}"/><text x="{2:.1}" y="{3:.1}">{name}</text>"#,
                left + WIDTH,
                left + WIDTH + 14.0,
                left + WIDTH + 18.0,
                below + 4.0,
                class = class(name),
            )?;
        }
        Ok(())
    }
}

fn class(name: &str) -> &'static str {
    match name {
        OWN => "own",
        RETRY => "retry",
        _ => "other",
    }
}

/// A round distance of grid lines: four to ten of them up to the largest value.
fn step(most: f64) -> f64 {
    let power = 10.0_f64.powf(most.log10().floor());
    let choices = [0.2, 0.5, 1.0];
    let fits = |part: &&f64| most / (**part * power) <= 10.0;
    choices.iter().find(fits).unwrap_or(&1.0) * power
}
