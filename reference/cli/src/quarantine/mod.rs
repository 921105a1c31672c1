//! `quarantine`: the corrupt bodies that a store keeps (REQ GRD-8).

mod list;
mod release;
mod show;

use std::process::ExitCode;
use std::time::SystemTime;

use clap::{Args, Subcommand};
use response_recovery::guard::Quarantined;
use response_recovery_store::Store;

use crate::exit;
use crate::failure::Failure;

/// Look at the corrupt bodies that were refused and kept, and take one out
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    List(list::Arguments),
    Show(show::Arguments),
    Release(release::Arguments),
}

/// Lists, shows or releases.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    exit::of_store(match &arguments.verb {
        Verb::List(arguments) => list::run(arguments),
        Verb::Show(arguments) => show::run(arguments),
        Verb::Release(arguments) => release::run(arguments),
    })
}

/// Puts what was refused into the store of this file, which is made if it is not there.
pub(crate) fn keep(store: &mut Store, refused: &[Quarantined]) -> Result<(), Failure> {
    Ok(store.quarantine(refused, SystemTime::now())?)
}

/// A moment as RFC 3339 has it, in UTC.
fn moment(at: SystemTime) -> String {
    jiff::Timestamp::try_from(at).map_or_else(|_| "-".to_owned(), |at| at.to_string())
}
