//! The faults reported from the field: each is accounted for, by cases or by the reason why it has none.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::fault::Place;
use super::folder::Folder;
use super::problem::{CorpusFault, Problem};
use crate::case::describe;

/// The file that lists them.
pub(crate) const FILE: &str = "field-reports.json";

/// How many reports were collected: FR-001 up to this number.
const COLLECTED: usize = 65;

/// What the file says about one report.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Report {
    id: String,
    cases: Vec<String>,
    waits: Option<String>,
    not_expressible: Option<String>,
}

/// What is wrong with the list, given the ids of all cases.
pub(crate) fn faults(folder: &Folder, ids: &BTreeSet<&str>) -> Vec<CorpusFault> {
    let shown = folder.shown(FILE);
    let Some(file) = folder.file(FILE) else {
        return vec![Place::file(shown).fault(Problem::Missing)];
    };
    let text = match folder.text(file) {
        Ok(text) => text,
        Err(faults) => return faults.0,
    };
    let reports: Vec<Report> = match serde_json::from_str(text) {
        Ok(reports) => reports,
        Err(error) => return vec![Place::file(shown).fault(Problem::Form(describe(&error)))],
    };
    let place = |id: &str| Place {
        file: shown.clone(),
        line: line_of(text, id),
        id: Some(id.to_owned()),
    };
    let mut due: BTreeSet<String> = (1..=COLLECTED)
        .map(|number| format!("FR-{number:03}"))
        .collect();
    let mut faults = Vec::new();
    for report in &reports {
        if !due.remove(&report.id) {
            faults.push(place(&report.id).fault(Problem::ReportUnknown));
        }
        if report.cases.is_empty() && report.waits.is_none() && report.not_expressible.is_none() {
            faults.push(place(&report.id).fault(Problem::ReportEmpty));
        }
        let unknown = report
            .cases
            .iter()
            .filter(|case| !ids.contains(case.as_str()));
        faults
            .extend(unknown.map(|case| place(&report.id).fault(Problem::ReportCase(case.clone()))));
    }
    faults.extend(due.iter().map(|id| place(id).fault(Problem::ReportMissing)));
    faults
}

/// The line, counted from 1, on which an id stands in quotes; none if it does not.
fn line_of(text: &str, id: &str) -> Option<usize> {
    let quoted = format!("\"{id}\"");
    text.lines()
        .position(|line| line.contains(&quoted))
        .map(|index| index + 1)
}
