//! `quarantine release`: one body, as it came, and a note for good that it was taken out.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;

use clap::Args;
use response_recovery_store::{Reader, Store};

use crate::failure::Failure;

/// Give one body out, byte for byte, and note when and why
///
/// The body stays in quarantine. What is released is as corrupt as it was: it is to be looked at, not used.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Why the body is taken out: 1 to 1,000 characters
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// The file that the body goes to, which must not be there yet; standard output if absent or `-`
    #[arg(long, value_name = "FILE", default_value = "-")]
    to: PathBuf,
    /// The store
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The SHA-256 of the body, or at least its first 8 digits
    #[arg(value_name = "SHA256")]
    digest: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    // A store that is not there is not made.
    drop(Reader::open(&arguments.file)?);
    let is_shown = arguments.to == Path::new("-");
    let unwritable = |source| Failure::Unwritable {
        path: arguments.to.clone(),
        source,
    };
    // The file is made before anything is noted, so that nothing is noted that nobody got.
    let mut to = if is_shown {
        None
    } else {
        Some(File::create_new(&arguments.to).map_err(unwritable)?)
    };
    let released = Store::open(&arguments.file).and_then(|mut store| {
        store.release(&arguments.digest, &arguments.reason, SystemTime::now())
    });
    let body = match released {
        Ok(body) => body,
        Err(error) => {
            if !is_shown {
                // It is ours and empty; that it stays behind is no fault worth telling.
                let _ = std::fs::remove_file(&arguments.to);
            }
            return Err(error.into());
        }
    };
    match &mut to {
        Some(file) => file
            .write_all(&body)
            .and_then(|()| file.sync_all())
            .map_err(unwritable)?,
        None => io::stdout().lock().write_all(&body)?,
    }
    Ok(ExitCode::SUCCESS)
}
