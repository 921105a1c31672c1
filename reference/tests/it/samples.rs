//! The responses of the corpus, as inputs: these tests ask nothing of what the cases expect.

use std::fs;
use std::path::PathBuf;

use serde::Deserialize;

/// One response of the corpus with the name of its contract, if it has one.
pub(crate) struct Sample {
    pub(crate) id: String,
    pub(crate) contract: Option<String>,
    pub(crate) text: String,
}

#[derive(Deserialize)]
struct Line {
    id: String,
    contract: Option<String>,
    response: Option<String>,
    response_parts: Option<Vec<Part>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Part {
    Text(String),
    Repeat { repeat: String, times: usize },
}

/// Every case of the corpus that has a response.
pub(crate) fn all() -> Vec<Sample> {
    let mut files: Vec<PathBuf> = fs::read_dir(corpus("cases"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "jsonl")
        })
        .collect();
    files.sort();
    let samples: Vec<Sample> = files
        .iter()
        .flat_map(|path| {
            let text = fs::read_to_string(path).unwrap();
            text.lines().filter_map(sample).collect::<Vec<_>>()
        })
        .collect();
    assert!(
        samples.len() >= 300,
        "the corpus is there: {} responses",
        samples.len()
    );
    samples
}

fn sample(line: &str) -> Option<Sample> {
    let line: Line = serde_json::from_str(line).unwrap();
    let parts = line
        .response_parts
        .map(|parts| parts.iter().map(Part::text).collect());
    let text = line.response.or(parts)?;
    Some(Sample {
        id: line.id,
        contract: line.contract,
        text,
    })
}

impl Part {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Repeat { repeat, times } => repeat.repeat(*times),
        }
    }
}

/// A path inside the corpus.
pub(crate) fn corpus(inside: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus")).join(inside)
}

/// A small deterministic generator (SplitMix64): the same inputs on every machine.
pub(crate) struct Choices(pub(crate) u64);

impl Choices {
    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) >> 1).unwrap() % bound.max(1)
    }
}
