//! The matrix as JSON, for machines (`corpus/schema/mutants.schema.json`).

use recovery_conformance::corpus::Suite;
use recovery_reports::Verdict;
use serde::Serialize;

use super::{Half, Row, Scenes};

/// The version of this form.
pub const MATRIX: u32 = 1;

/// The matrix and what is wrong with it.
#[derive(Serialize)]
pub struct Matrix {
    mutants: u32,
    suite: String,
    suite_sha256: String,
    generated_per_property: u64,
    seed: u64,
    rows: Vec<Line>,
    requirements: Vec<Requirement>,
    offences: Vec<String>,
}

/// What became of one program.
#[derive(Serialize)]
struct Line {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    breaks: Option<&'static str>,
    written: Option<Kill>,
    generated: Option<Kill>,
}

/// What convicted it.
#[derive(Serialize)]
struct Kill {
    killer: String,
    verdict: Verdict,
    requirements: Vec<String>,
}

/// What a requirement convicts.
#[derive(Serialize)]
struct Requirement {
    id: String,
    kills: Vec<&'static str>,
}

impl Matrix {
    /// The report of a matrix over a suite and these scenes.
    #[must_use]
    pub fn new(matrix: &super::Matrix, suite: &Suite, scenes: Scenes) -> Self {
        let kills = matrix.convicted_by().into_iter();
        Self {
            mutants: MATRIX,
            suite: suite.version.clone(),
            suite_sha256: suite.sha256.clone(),
            generated_per_property: scenes.generated,
            seed: scenes.seed,
            rows: matrix.rows.iter().map(Line::of).collect(),
            requirements: kills
                .map(|(id, kills)| Requirement {
                    id: id.to_owned(),
                    kills: kills.into_iter().collect(),
                })
                .collect(),
            offences: matrix.offences().iter().map(ToString::to_string).collect(),
        }
    }
}

impl Line {
    fn of(row: &Row) -> Self {
        Self {
            name: row.name,
            mistake: row.fault.map(|fault| fault.mistake),
            breaks: row.fault.map(|fault| fault.breaks),
            written: Kill::of(&row.written),
            generated: row.generated.as_ref().and_then(Kill::of),
        }
    }
}

impl Kill {
    fn of(half: &Half) -> Option<Self> {
        half.killer.as_ref().map(|killer| Self {
            killer: killer.name.clone(),
            verdict: killer.verdict,
            requirements: killer.requirements.clone(),
        })
    }
}
