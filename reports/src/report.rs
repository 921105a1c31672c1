//! The report of a run: the file `conformance.json`.
//!
//! Times stand only under keys that end in `_s`; two runs of one suite over one implementation differ in nothing else.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::difference::Difference;
use crate::lines;
use crate::text::Text;
use crate::verdict::{Tally, Verdict};

/// The version of the format, which stands in the member `report`.
pub const FORMAT: u32 = 1;

/// The report of one run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The version of this format: [`FORMAT`].
    pub report: u32,
    /// The version of the suite.
    pub suite: String,
    /// The digest of the suite's files.
    pub suite_sha256: String,
    /// The version of the harness.
    pub tool: String,
    /// Who was tested, as it names itself.
    pub implementation: Implementation,
    /// The command that started it.
    pub command: String,
    /// The command that runs the harness again over the same cases; `--replay ID` after it shows one of them.
    pub rerun: String,
    /// The verdicts that make the run fail, where its user narrowed them; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fail_on: Vec<Verdict>,
    /// The profiles that it was held against.
    pub profiles: Vec<String>,
    /// The seed of the generated cases.
    pub seed: u64,
    /// How many cases were generated for each property.
    pub generated_per_property: u64,
    /// How long the run took, in seconds.
    pub duration_s: f64,
    /// Whether the run passed.
    pub outcome: Outcome,
    /// Why it did not, one sentence each.
    pub faults: Vec<String>,
    /// What became of the selected cases.
    pub accounting: Accounting,
    /// How often each verdict was given.
    pub totals: Tally,
    /// The same by requirement; a case counts for each requirement that it tests.
    pub requirements: BTreeMap<String, Tally>,
    /// The generated cases by property.
    pub properties: Vec<Property>,
    /// How long it took to ask the generated cases, in seconds.
    #[serde(default)]
    pub generated_s: f64,
    /// How long it took to make counterexamples small, in seconds.
    #[serde(default)]
    pub shrinking_s: f64,
    /// How the time of the implementation grows with the size of a response; empty if that was not measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub growth: Vec<Growth>,
    /// The self-check of a tool output guard; empty if the run was not held against profile `guard`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub self_check: Vec<SelfCheck>,
    /// The cases, sorted by id.
    pub cases: Vec<Case>,
}

/// One line of the self-check, and the cases that prove it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfCheck {
    /// What is checked.
    pub name: String,
    /// Whether there are cases, and each of them proves it.
    pub is_passed: bool,
    /// How many cases there are.
    pub cases: u64,
    /// How many of them prove it.
    pub proved: u64,
}

/// Who was tested, as it names itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Implementation {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The language that it is written in.
    pub language: String,
}

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Every case is as it should be.
    Passed,
    /// At least one is not, or the run proves nothing.
    Failed,
    /// The run was stopped from outside, so the report is not whole.
    Interrupted,
}

/// What became of the selected cases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accounting {
    /// Cases that were selected.
    pub selected: u64,
    /// Of these, cases that were sent at least once.
    pub sent: u64,
    /// Cases that got a verdict without being sent: outside of the profiles, after three hangs in a row, without a
    /// contract, or with a process that would not come up again.
    pub decided_unsent: u64,
    /// Cases that got no verdict: the run stopped before, by `--fail-fast` or from outside.
    pub undecided: u64,
    /// Of the sent ones, those whose reply was judged.
    pub judged: u64,
    /// Of the sent ones, those that hung.
    pub hang: u64,
    /// Of the sent ones, those that ended the process.
    pub crash: u64,
    /// Of the sent ones, those that were answered with garbage.
    pub garbage: u64,
    /// Of the sent ones, those that were under way when the run stopped.
    pub abandoned: u64,
}

impl AddAssign for Accounting {
    fn add_assign(&mut self, other: Self) {
        self.selected += other.selected;
        self.sent += other.sent;
        self.decided_unsent += other.decided_unsent;
        self.undecided += other.undecided;
        self.judged += other.judged;
        self.hang += other.hang;
        self.crash += other.crash;
        self.garbage += other.garbage;
        self.abandoned += other.abandoned;
    }
}

impl Accounting {
    /// Whether every case is accounted for exactly once, and every one that was sent has a verdict.
    #[must_use]
    pub fn balances(&self) -> bool {
        self.sent == self.judged + self.hang + self.crash + self.garbage + self.abandoned
            && self.selected + self.abandoned == self.sent + self.decided_unsent + self.undecided
    }
}

/// The generated cases of one property.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Property {
    /// The property's name.
    pub name: String,
    /// The profile that it holds in.
    pub profile: String,
    /// How many cases were generated.
    pub generated: u64,
    /// How many of them were judged.
    pub judged: u64,
    /// How often each verdict was given.
    pub verdicts: Tally,
}

/// How the time for one shape of response grows with its size. Nothing but the shape is the same in every run, so all
/// that is measured stands under keys that end in `_s`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Growth {
    /// The shape of the responses.
    pub shape: String,
    /// The profile in which they were asked.
    pub profile: String,
    /// Their sizes in bytes.
    pub bytes: Vec<u64>,
    /// The shortest time for each size, in seconds; fewer where one took so long that no larger one was asked.
    pub best_s: Vec<f64>,
    /// The exponent of the power of the size that fits the times best; absent if they are too short to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exponent_of_s: Option<f64>,
}

/// Where a counterexample comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generated {
    /// The property that it breaks.
    pub property: String,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the scene that it was shrunk from.
    pub number: u64,
    /// How many scenes broke a property of the profile in this way.
    pub found: u64,
    /// How many smaller scenes were tried.
    pub tries: u64,
    /// Whether it failed again when it was asked alone.
    pub is_reproduced: bool,
    /// The responses of the scene, in the order in which they were asked.
    pub responses: Vec<Text>,
    /// How the provider says that each of them ended, in the same order; absent if nothing is said of any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finishes: Option<Vec<String>>,
    /// The file that it is stored in, from the folder in which the run was started; absent if no text may be shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// One case in a report. A passing one is listed without values, difference and reproduction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// Its id.
    pub id: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Its profile.
    pub profile: String,
    /// The requirements that it tests.
    pub requirements: Vec<String>,
    /// Its kind of malformation; empty if not stated.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub class: String,
    /// What it came to.
    pub verdict: Verdict,
    /// What it would have come to without the expectations file, where that is something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged: Option<Verdict>,
    /// What is right.
    pub expected: Expected,
    /// What came back.
    pub got: Got,
    /// Why the verdict is what it is. Holds no text of the response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The ids of the cases that hung in a row, because of which this one was not sent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub behind: Vec<String>,
    /// How an accepted value differs from what was due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// Where it comes from, if it was generated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generated: Option<Generated>,
    /// A shell line that shows the same again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproduce: Option<String>,
}

/// Where a case comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The suite.
    Written,
    /// A generator; a shrunk counterexample.
    Generated,
    /// The user.
    Own,
}

/// The right outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Expected {
    /// `accepted`, `rejected`, `repair` or `refused`; `valid`, `corrupt` or `tool_failure` of an output; of a session and
    /// of a run `steps`, or `error` of a run that is refused whole.
    pub outcome: String,
    /// Whether a rejection is right as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The categories, stop reasons or errors of which any one is right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    /// The error paths of which any one is right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
    /// The value as JSON text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Text>,
    /// The normalized text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// The rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<Rule>>,
    /// The rebuilt text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Text>,
    /// Of a session, what must come of each step, as a case file has it; of a run, all of it in one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Text>,
    /// The value that makes accepting `lenient`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lenient_value: Option<Text>,
}

/// What came back.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Got {
    /// `accepted`, `rejected`, `repair`, `loaded` or `error`; `valid`, `corrupt` or `tool_failure` of an output; `led` of
    /// a session that is right and of a run; empty if no reply could be read.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub outcome: String,
    /// The reason of a rejection, or the stop reason of an output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Text>,
    /// The error path or the path of a repair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The detail of a rejection or error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<Text>,
    /// The name of an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Text>,
    /// The value as JSON text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Text>,
    /// The normalized text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// The rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Vec<Rule>>,
    /// The prompt of a repair call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<Text>,
    /// The schema that a repair call is asked for, as JSON text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema: Option<Text>,
    /// Where a rebuilt response comes from, as JSON text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repair: Option<Text>,
    /// The step of a session that is wrong, counted from 0; `line` is the reply to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// How many bodies are said to be kept in quarantine, each with its receipt.
    #[serde(skip_serializing_if = "is_zero")]
    pub receipts: u64,
    /// The line that could not be read as a reply, or that is wrong in a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Text>,
    /// The end of standard error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<Text>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// One application of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// The rule's name.
    pub rule: Text,
    /// Where it applied.
    pub path: String,
}

impl Report {
    /// Writes the report as JSON, one case a line, so that two reports compare well line by line.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, to: impl Write) -> io::Result<()> {
        lines::write(to, self)
    }

    /// Reads a report.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }
}
