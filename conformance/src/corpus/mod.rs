//! The corpus: cases and contracts as data, their manifest, and the check that all of it fits together.

mod adopt;
mod check;
mod entries;
mod fault;
mod field_reports;
mod folder;
mod manifest;
mod problem;
mod prompts;
mod runs;
mod schemas;
mod sessions;
mod suite;
#[cfg(test)]
mod tests;
mod values;
mod version;

pub use adopt::{AdoptError, Adopted, adopt};
pub use check::{Change, Checked, check, write};
pub(crate) use entries::contract_line;
pub use fault::{Fault, Faults, Place};
pub(crate) use folder::Folder;
pub use manifest::{Manifest, Release};
pub use problem::{CorpusFault, CorpusFaults, Problem};
#[cfg(test)]
pub(crate) use schemas::of_contracts as schema_of_contracts;
pub use suite::Suite;
pub use values::problems as value_problems;
pub use version::{SuiteVersion, VersionError};
