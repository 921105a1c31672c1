//! The page for people: every workload, the bounds, and on what the figures were counted.

use std::fmt::Write as _;

use super::{Speed, floors};

/// The page as Markdown.
#[must_use]
pub fn page(speed: &Speed) -> String {
    let mut page = format!(
        "# Speed\n\n\
         Rendered from `speed.baseline.json` by `cargo xtask bench --accept`; `cargo xtask bench` counts anew.\n\
         Instructions as callgrind counts them, start-up left out; single thread.\n\
         Counted with {}.\n\n\
         ## Workloads\n\n\
         The exponent tells the growth from 16 to 64 KB: 1 is linear.\n\n\
         | workload | at 1 KB | at 10 KB | at 64 KB | per byte at 10 KB | exponent |\n\
         | --- | ---: | ---: | ---: | ---: | ---: |\n",
        speed.machine
    );
    for name in speed.workloads.keys() {
        let at = |size| {
            let point = speed.point(name, size);
            point.map_or_else(|| "-".to_owned(), |point| point.instructions.to_string())
        };
        let per_byte = speed
            .point(name, 10_000)
            .map(|point| super::float(point.instructions) / super::float(point.bytes));
        // Writing into memory cannot fail.
        let _ = writeln!(
            page,
            "| `{name}` | {} | {} | {} | {} | {} |",
            at(1_000),
            at(10_000),
            at(64_000),
            digits(per_byte, 1),
            digits(speed.exponent(name), 3),
        );
    }
    page.push_str("\n## Bounds\n\n| what | counted | at most | |\n| --- | ---: | ---: | --- |\n");
    for floor in floors(speed) {
        let verdict = if floor.holds() { "holds" } else { "**missed**" };
        let value = digits(floor.value, 3);
        let _ = writeln!(
            page,
            "| {} | {value} | {} | {verdict} |",
            floor.what, floor.at_most
        );
    }
    page
}

fn digits(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
}
