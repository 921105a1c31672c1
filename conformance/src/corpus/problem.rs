//! Everything that can be wrong with a corpus.

use thiserror::Error;

use super::fault::{Fault, Faults};
use super::version::SuiteVersion;
use crate::case::CaseError;
use crate::exact::Unreadable;

/// A finding about a corpus.
pub type CorpusFault = Fault<Problem>;

/// All findings about a corpus.
pub type CorpusFaults = Faults<Problem>;

/// What is wrong with a corpus. Each message says what to do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Problem {
    /// The file or folder cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The file or folder cannot be written.
    #[error("cannot be written: {0}")]
    Unwritable(String),
    /// The file is not UTF-8.
    #[error("is not UTF-8 from here on; save it as UTF-8")]
    NotUtf8,
    /// A file's name is not UTF-8, and no manifest can list it.
    #[error("holds a file whose name is not UTF-8; rename it")]
    FileName,
    /// A folder given with `--cases` holds no case file.
    #[error("holds no case file; put cases into `*.jsonl` files, one case a line")]
    NoCases,
    /// A line is no case.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// A document does not fit its JSON Schema.
    #[error("does not fit {schema} at `{path}`: {why}")]
    Schema {
        /// The schema's file, in the corpus.
        schema: &'static str,
        /// A JSON Pointer into the document.
        path: String,
        /// The validator's message, without the value.
        why: String,
    },
    /// A file is no JSON, or not of the form that is due.
    #[error("is not of the form that is due: {0}")]
    Form(String),
    /// A file of the corpus is not there.
    #[error("is missing; the corpus needs it")]
    Missing,
    /// A script of a session names a file that is not there.
    #[error("names the file `{path}`, which is not there; name another, or add it")]
    NoNamedFile {
        /// The path in the corpus.
        path: String,
    },
    /// A JSON Schema of the corpus is none.
    #[error("is no JSON Schema of draft 2020-12, at `{path}`: {why}")]
    NoSchema {
        /// A JSON Pointer into the schema.
        path: String,
        /// The validator's message.
        why: String,
    },
    /// A field that holds JSON as text has no exact value.
    #[error("`{field}` is {why}, so no answer can be held against it")]
    Inexact {
        /// The field.
        field: &'static str,
        /// Why it has none.
        why: Unreadable,
    },
    /// An expected value holds a key twice.
    #[error("`{field}` holds a key twice, so no right answer can equal it; remove one")]
    DoubledKey {
        /// The field.
        field: &'static str,
    },
    /// The expected value is not that of the expected text.
    #[error("`value_text` and `text` have different values; correct one of them")]
    ValueOfText,
    /// The rebuilt text says something else than the value.
    #[error("`result` says something else than `value_text`")]
    ValueOfResult,
    /// The expected value is not that of a response to which no rule applies.
    #[error(
        "no rule applies to the response, but `value_text` has another value; correct it or state the rules"
    )]
    ValueOfResponse,
    /// An output without a body that is text is expected to be valid.
    #[error(
        "expects `valid` of an output that has no 2xx, no body or no text; correct one of them"
    )]
    ValidWithoutBody,
    /// The rates that are stated are not those of the steps.
    #[error("`metrics` are not the rates of the steps that the case expects; correct one of them")]
    RatesOfSteps,
    /// Two cases have one id.
    #[error("the id is already taken at {0}; give one of the two another name")]
    IdTaken(String),
    /// An id does not begin with the stem of its file.
    #[error("the id must be `{stem}/<name>`, after the file it stands in")]
    IdStem {
        /// The file's stem.
        stem: String,
    },
    /// A case names a contract that is not there.
    #[error(
        "names the contract `{name}`, which does not exist; add `contracts/{name}.json` or correct the name"
    )]
    NoContract {
        /// The contract's name.
        name: String,
    },
    /// A case that reads a response names a contract that must be refused.
    #[error(
        "reads a response under `{name}`, a contract that must be refused; name another contract or expect `refused`"
    )]
    RefusedContract {
        /// The contract's name.
        name: String,
    },
    /// A case expects a refusal of a contract that is not among those to refuse.
    #[error("expects that `{name}` is refused; such contracts stand in `contracts/refused/`")]
    UsableContract {
        /// The contract's name.
        name: String,
    },
    /// Two contracts have one name.
    #[error("the contract name `{name}` is already taken in the suite; rename the file")]
    ContractTaken {
        /// The contract's name.
        name: String,
    },
    /// No case and no fixture of a prompt names a contract.
    #[error("no case names this contract; write one or remove the file")]
    UnusedContract,
    /// A case names a requirement that the specification does not have.
    #[error(
        "names the requirement `{0}`, which SPEC.md does not have; correct the number or add the requirement"
    )]
    NoRequirement(String),
    /// A canary stands in two cases: a leak could not be told apart.
    #[error("the canary `{token}` is also planted at {other}; give each case a canary of its own")]
    CanaryShared {
        /// The token.
        token: String,
        /// The other case's place.
        other: String,
    },
    /// The list of field reports has a gap.
    #[error(
        "the field report is not accounted for; list its cases, or say `waits` or `not_expressible`"
    )]
    ReportMissing,
    /// The list of field reports names a report twice, or one that there is not.
    #[error("is listed twice or is no field report; remove the entry")]
    ReportUnknown,
    /// A field report is accounted for in no way, or in two that exclude each other.
    #[error("must name its cases, or say why it has none in one of `waits` and `not_expressible`")]
    ReportEmpty,
    /// A field report names a case that is not there.
    #[error("names the case `{0}`, which does not exist; correct the id")]
    ReportCase(String),
    /// The manifest does not describe the files that are there.
    #[error(
        "does not describe the corpus as it is ({0}); renew it with `cargo xtask corpus --write`"
    )]
    ManifestStale(String),
    /// The manifest says of its suite both that it is released and that it is not.
    #[error(
        "`released` and `releases` disagree about suite {suite}; restore the manifest from version control"
    )]
    ManifestForged {
        /// The suite's version.
        suite: SuiteVersion,
    },
    /// A released suite would change.
    #[error(
        "suite {suite} is released and frozen, but its files have changed; \
         restore them, or begin the next suite with `cargo xtask corpus --write --suite {next}`"
    )]
    Frozen {
        /// The released version.
        suite: SuiteVersion,
        /// The version that later cases belong to.
        next: SuiteVersion,
    },
    /// A suite's version does not come after every released one.
    #[error("suite {suite} does not come after {latest}, which is released; take `--suite {next}`")]
    NotLater {
        /// The version asked for.
        suite: SuiteVersion,
        /// The latest released version.
        latest: SuiteVersion,
        /// The version to take.
        next: SuiteVersion,
    },
    /// A released case has changed under its id.
    #[error(
        "the case, or its contract, is not what suite {suite} released under this id; \
         restore it, or give the changed case a new id"
    )]
    CaseChanged {
        /// The suite that released it.
        suite: SuiteVersion,
    },
    /// A suite with faults cannot be released.
    #[error("suite {suite} is not released while it has faults; mend them first")]
    ReleaseFaulty {
        /// The version asked for.
        suite: SuiteVersion,
    },
}
