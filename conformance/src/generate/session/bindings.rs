//! What the references of a session are held against.

use super::super::{Choices, Json};

/// All evidence that there is; so much of it is visible, from the first on.
const EVIDENCE: [&str; 3] = ["E-1", "E-4", "E-7"];

/// What the references are held against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bindings {
    pub(super) hypothesis: &'static str,
    result: &'static str,
    pub(super) evidence: Vec<&'static str>,
}

impl Bindings {
    pub(super) fn draw(choices: &mut Choices<'_>) -> Self {
        Self {
            hypothesis: choices.pick::<&str>(&["H-2", "H-3", "\u{e9}/~"]),
            result: choices.pick::<&str>(&["R-7", "R-8"]),
            evidence: EVIDENCE[..=choices.upto(2)].to_vec(),
        }
    }

    /// Evidence that is not visible now, if any is.
    pub(super) fn hidden(&self) -> Option<&'static str> {
        EVIDENCE.get(self.evidence.len()).copied()
    }

    /// Others.
    pub(super) fn others(&self) -> Self {
        Self {
            result: "R-9",
            ..self.clone()
        }
    }

    /// As JSON text.
    pub(super) fn text(&self) -> String {
        let evidence = self.evidence.iter().map(|id| Json::string(*id));
        let said = |name: &'static str, id: &str, key: &'static str, text: &str| {
            let binding = [("id", Json::string(id)), (key, Json::string(text))];
            (name, Json::object(binding))
        };
        Json::object([
            said(
                "hypothesis",
                self.hypothesis,
                "statement",
                "jobs are dropped",
            ),
            said("previous_result", self.result, "summary", "three of four\n"),
            ("visible_evidence", Json::Array(evidence.collect())),
        ])
        .value_text()
    }
}
