//! What a run reads and writes: single cases, reports, lists, standard output.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use recovery_conformance::case::{Case, Origin};
use recovery_conformance::corpus::value_problems;
use recovery_conformance::expectations::Expectations;
use recovery_conformance::explore::Stored;

use super::error::RunError;

/// A case in a file of its own.
pub(super) fn own_case(path: &Path) -> Result<Case, RunError> {
    let file = path.display().to_string();
    if !path.is_file() {
        return Err(RunError::NoCase(file));
    }
    let text = read(path)?;
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    // A single case may take more than one line, but then none of them is a case.
    if lines
        .next()
        .is_some_and(|line| Case::from_line(line).is_ok())
        && lines.next().is_some()
    {
        return Err(RunError::ManyCases(file));
    }
    let case = match Case::from_line(&text) {
        Ok(case) => case,
        Err(error) => return Err(RunError::Case { file, error }),
    };
    if let Some(problem) = value_problems(&case).pop() {
        return Err(RunError::Value { file, problem });
    }
    Ok(Case {
        id: format!("own/{}", case.id),
        origin: Origin::Own,
        ..case
    })
}

/// A counterexample in a file of its own; none if the file is no such file.
pub(super) fn counterexample(path: &Path) -> Result<Option<Stored>, RunError> {
    if !path.is_file() {
        return Ok(None);
    }
    let text = read(path)?;
    if !Stored::is_meant(&text) {
        return Ok(None);
    }
    let stored = Stored::read(&text).map_err(|error| RunError::Stored {
        file: path.display().to_string(),
        error,
    })?;
    Ok(Some(stored))
}

/// Stores counterexamples in a folder, and takes those of an earlier run out of it.
pub(super) fn store(folder: &Path, counterexamples: &[Stored]) -> Result<(), RunError> {
    let left = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in left {
        let path = entry.path();
        let is_ours = path
            .extension()
            .is_some_and(|extension| extension == "json")
            && fs::read_to_string(&path).is_ok_and(|text| Stored::is_meant(&text));
        if is_ours {
            fs::remove_file(&path).map_err(|error| RunError::File {
                file: path.display().to_string(),
                error,
            })?;
        }
    }
    counterexamples
        .iter()
        .try_for_each(|stored| write(&folder.join(stored.file_name()), &|out| stored.write(out)))
}

/// A list of known faults.
pub(super) fn expectations(path: &Path) -> Result<Expectations, RunError> {
    Expectations::read(&read(path)?).map_err(|error| RunError::Expectations {
        file: path.display().to_string(),
        error,
    })
}

/// Reads a file of text.
pub(super) fn read(path: &Path) -> Result<String, RunError> {
    fs::read_to_string(path).map_err(|error| RunError::File {
        file: path.display().to_string(),
        error,
    })
}

/// Writes a file and the folders that it lies in.
pub(super) fn write(
    path: &Path,
    content: &dyn Fn(&mut dyn Write) -> io::Result<()>,
) -> Result<(), RunError> {
    let written = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut out = BufWriter::new(File::create(path)?);
        content(&mut out)?;
        out.flush()
    };
    written().map_err(|error| RunError::File {
        file: path.display().to_string(),
        error,
    })
}

/// Writes a result to standard output.
pub(super) fn print(write: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> Result<(), RunError> {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        // Whoever closes the pipe has seen enough; the status still tells how the run went.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(RunError::Print),
    }
}
