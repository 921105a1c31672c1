//! Rows of words under one another.

use std::fmt;

/// A table of columns as wide as their widest word.
pub(crate) struct Table<const N: usize> {
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    /// A table with nothing but its heading.
    pub(crate) fn new(heading: [&str; N]) -> Self {
        Self {
            rows: vec![heading.map(str::to_owned)],
        }
    }

    pub(crate) fn row(&mut self, row: [String; N]) {
        self.rows.push(row);
    }
}

impl<const N: usize> fmt::Display for Table<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut widths = [0; N];
        for row in &self.rows {
            for (width, word) in widths.iter_mut().zip(row) {
                *width = (*width).max(word.chars().count());
            }
        }
        for row in &self.rows {
            let padded = row
                .iter()
                .zip(widths)
                .map(|(word, width)| format!("{word:width$}"));
            let line: Vec<String> = padded.collect();
            writeln!(f, "{}", line.join("  ").trim_end())?;
        }
        Ok(())
    }
}
