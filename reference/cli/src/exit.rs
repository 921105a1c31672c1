//! The exit statuses that scripts may rely on; clap itself uses [`FAULT`] for a wrong command line.

use std::process::ExitCode;

use response_recovery_store::StoreError;

use crate::failure::Failure;

/// The command line, a file or the contract is at fault.
pub(crate) const FAULT: u8 = 2;

/// The response is rejected, the session went otherwise than its script says, or the log does not
/// verify.
pub(crate) const REJECTED: u8 = 3;

/// A repair call is wanted.
pub(crate) const REPAIR: u8 = 4;

/// The tool failed: there is no output to judge.
pub(crate) const TOOL_FAILURE: u8 = 5;

/// What a look into a store came to: one that does not verify is told, and is no failure of the command.
pub(crate) fn of_store(done: Result<ExitCode, Failure>) -> Result<ExitCode, Failure> {
    match done {
        Err(Failure::Store(damaged @ StoreError::Damaged { .. })) => {
            eprintln!("response-recovery: {damaged}");
            Ok(ExitCode::from(REJECTED))
        }
        done => done,
    }
}
