//! The workspace: where it lies, its cargo, and the programs it builds.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .map_or_else(PathBuf::new, Path::to_owned)
}

/// The cargo that runs this program, at work in the root.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

/// A path as seen from the working directory if it lies below: shorter, and the same on every machine.
pub(crate) fn shown(path: &Path) -> PathBuf {
    match std::env::current_dir() {
        Ok(here) if here == path => PathBuf::from("."),
        Ok(here) => path.strip_prefix(here).unwrap_or(path).to_owned(),
        Err(_) => path.to_owned(),
    }
}

/// A path as one word of a command line.
pub(crate) fn word(path: &Path) -> String {
    let path = shown(path).display().to_string();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
    if path.bytes().all(plain) {
        path
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

/// Builds the named packages in release and returns the folder of the programs. Cargo's output is shown only if it
/// fails, since standard error belongs to the program that is started next.
pub(crate) fn build(packages: &[&str]) -> Result<PathBuf, String> {
    let programs = release_folder()?;
    if !programs.join(name("recovery-conformance")).exists() {
        eprintln!("xtask: building the harness; the first time this takes a minute or two");
    }
    let mut cargo = cargo();
    cargo.args(["build", "--release"]);
    for package in packages {
        cargo.args(["--package", package]);
    }
    let output = cargo
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    if output.status.success() {
        return Ok(programs);
    }
    Err(format!(
        "{}\nthe build failed; mend it and run the verb again",
        String::from_utf8_lossy(&output.stderr)
    ))
}

/// The file name of a program.
pub(crate) fn name(program: &str) -> String {
    format!("{program}{}", std::env::consts::EXE_SUFFIX)
}

/// Where cargo puts the programs of a release build: beside the profile folder that this program itself lies in, so
/// that every way to configure the target folder is heeded.
fn release_folder() -> Result<PathBuf, String> {
    let this = std::env::current_exe()
        .map_err(|error| format!("cannot tell where this program lies: {error}"))?;
    let target = this
        .ancestors()
        .nth(2)
        .ok_or("this program does not lie in a target folder; run `cargo xtask`")?;
    Ok(target.join("release"))
}

/// Runs `recovery-conformance VERB` with the given arguments in place of this program; see [`program`].
pub(crate) fn harness<A: AsRef<OsStr>>(
    packages: &[&str],
    arguments: impl FnOnce(&Path) -> Vec<A>,
) -> ExitCode {
    program("recovery-conformance", packages, arguments)
}

/// Builds the packages and runs a program of theirs with the given arguments in place of this program; its exit status
/// is the result. What cannot be done is one line and status 2.
pub(crate) fn program<A: AsRef<OsStr>>(
    program: &str,
    packages: &[&str],
    arguments: impl FnOnce(&Path) -> Vec<A>,
) -> ExitCode {
    let folder = match build(packages) {
        Ok(folder) => folder,
        Err(why) => return fault(&why),
    };
    let program = folder.join(name(program));
    let mut command = Command::new(&program);
    command.args(arguments(&folder));
    match replace(&mut command) {
        Ok(code) => code,
        Err(error) => fault(&format!(
            "cannot start {}: {error}",
            shown(&program).display()
        )),
    }
}

/// Tells why something cannot be done.
pub(crate) fn fault(why: &str) -> ExitCode {
    eprintln!("xtask: {why}");
    ExitCode::from(2)
}

/// Becomes the program, so that signals and the exit status are its own.
#[cfg(unix)]
fn replace(command: &mut Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

/// Runs the program to its end. No code means that it was ended from outside, so it has no verdict.
#[cfg(not(unix))]
fn replace(command: &mut Command) -> io::Result<ExitCode> {
    let code = command.status()?.code();
    Ok(code
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::from(2), ExitCode::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_one_word_of_a_command() {
        assert_eq!(word(Path::new("/peers/a_b/x-1.py")), "/peers/a_b/x-1.py");
        assert_eq!(word(Path::new("/my peers/it's")), r"'/my peers/it'\''s'");
    }

    #[test]
    fn a_path_below_the_working_directory_is_shown_from_there() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(shown(&here.join("a/b")), Path::new("a/b"));
        assert_eq!(shown(Path::new("/elsewhere/a")), Path::new("/elsewhere/a"));
    }
}
