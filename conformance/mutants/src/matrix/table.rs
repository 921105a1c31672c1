//! The matrix as two tables, for people.

use std::fmt;

use super::{Half, Matrix};

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = vec![["mutant", "breaks", "written", "generated"].map(str::to_owned)];
        for row in &self.rows {
            let breaks = row.fault.map_or("", |fault| fault.breaks).to_owned();
            let generated = row.generated.as_ref().map_or_else(String::new, shown);
            lines.push([row.name.to_owned(), breaks, shown(&row.written), generated]);
        }
        columns(f, &lines)?;
        writeln!(f)?;
        let mut lines = vec![["requirement", "kills", "for example"].map(str::to_owned)];
        for (requirement, mutants) in self.convicted_by() {
            // The one that breaks just this tells most.
            let breaks_it = |name: &&str| self.breaks(name) == Some(requirement);
            let example = mutants.iter().copied().find(|name| breaks_it(name));
            let example = example.or(mutants.first().copied()).unwrap_or("none");
            lines.push([
                requirement.to_owned(),
                mutants.len().to_string(),
                example.to_owned(),
            ]);
        }
        columns(f, &lines)
    }
}

fn shown(half: &Half) -> String {
    let Some(killer) = &half.killer else {
        return "survives".to_owned();
    };
    let mut why = vec![killer.verdict.name()];
    why.extend(killer.requirements.iter().map(String::as_str));
    format!("{} ({})", killer.name, why.join(", "))
}

/// Lines of cells, each column as wide as its widest cell but for the last.
fn columns<const N: usize>(f: &mut fmt::Formatter<'_>, lines: &[[String; N]]) -> fmt::Result {
    let mut widths = [0; N];
    for line in lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.len().max(*width);
        }
    }
    for line in lines {
        let cells = line
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell:width$}"));
        writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
