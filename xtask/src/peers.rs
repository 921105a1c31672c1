//! `cargo xtask peers [NAME [FLAG]...]`: installs a foreign library into `.peers/` and holds it against profile `parse`.
//!
//! A peer is a folder in `conformance/adapters/peers`. Its manifest tells what installs it:
//!
//! | manifest | installed by | started as |
//! | --- | --- | --- |
//! | `requirements.txt` | pip, into `.peers/NAME` | `python3 .peers/NAME/adapter.py` |
//! | `package-lock.json` | npm, into `.peers/NAME/node_modules` | `node .peers/NAME/adapter.mjs` |
//! | `Cargo.toml` | cargo, built into `.peers/NAME` | `.peers/NAME/release/peer-NAME` |

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::conformance;
use crate::workspace::{self, root, shown, word};

/// Where the peers are kept, below the repository's root.
const PEERS: &str = "conformance/adapters/peers";

/// What a finished installation leaves behind: the manifests that it was made from.
const STAMP: &str = ".installed-from";

/// Runs the verb. `arguments` are those after `peers`: nothing (lists the peers), or a name and flags for
/// `recovery-conformance run`, whose exit status is the result. What cannot be done is one line and status 2.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    let result = match arguments {
        [] => list(),
        [_, flags @ ..] if conformance::states(flags, "--impl") => {
            return workspace::fault("a peer is its own program: leave out --impl");
        }
        [name, flags @ ..] => hold(&name.to_string_lossy(), flags),
    };
    result.unwrap_or_else(|fault| workspace::fault(&fault.to_string()))
}

/// Prints the names of the peers, one a line.
fn list() -> Result<ExitCode, Fault> {
    for name in names()? {
        println!("{name}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Installs the peer `name`, then holds it against the profile as `cargo xtask conformance` does with any program.
fn hold(name: &str, flags: &[OsString]) -> Result<ExitCode, Fault> {
    let peer = Peer::find(name)?;
    peer.install()?;
    let mut arguments: Vec<OsString> = ["--profiles", "parse", "--impl"].map(Into::into).into();
    arguments.push(peer.command().into());
    arguments.extend_from_slice(flags);
    Ok(conformance::run(&arguments))
}

/// The names of all peers, sorted.
fn names() -> Result<Vec<String>, Fault> {
    let folder = root().join(PEERS);
    let entries = fs::read_dir(&folder).map_err(Fault::file(&folder))?;
    let mut names = Vec::new();
    for entry in entries {
        let path = entry.map_err(Fault::file(&folder))?.path();
        if let (true, Some(name)) = (path.is_dir(), path.file_name()) {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// What installs a peer.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Pip,
    Npm,
    Cargo,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Pip, Self::Npm, Self::Cargo];

    /// The files that settle what is installed; the first one tells the kind.
    fn manifests(self) -> &'static [&'static str] {
        match self {
            Self::Pip => &["requirements.txt"],
            Self::Npm => &["package-lock.json", "package.json"],
            Self::Cargo => &["Cargo.toml", "Cargo.lock"],
        }
    }

    /// What to do when the installer fails.
    fn advice(self) -> &'static str {
        match self {
            Self::Pip => "it needs Python 3.10 or later with pip, and PyPI within reach",
            Self::Npm => "it needs Node 18 or later with npm, and the npm registry within reach",
            Self::Cargo => "it needs cargo, and crates.io within reach",
        }
    }
}

/// A foreign library with its adapter.
struct Peer {
    name: String,
    kind: Kind,
    /// The folder in the repository.
    source: PathBuf,
    /// The ignored folder that it is installed into.
    home: PathBuf,
}

impl Peer {
    fn find(name: &str) -> Result<Self, Fault> {
        let known = names()?;
        if !known.iter().any(|peer| peer == name) {
            return Err(Fault::Unknown {
                name: name.to_owned(),
                known,
            });
        }
        let source = root().join(PEERS).join(name);
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| source.join(kind.manifests()[0]).is_file());
        let kind = kind.ok_or_else(|| Fault::NoManifest {
            folder: source.clone(),
        })?;
        Ok(Self {
            name: name.to_owned(),
            kind,
            source,
            home: root().join(".peers").join(name),
        })
    }

    /// The command line that starts the adapter, as `--impl` takes it.
    fn command(&self) -> String {
        match self.kind {
            Kind::Pip => format!("python3 {}", word(&self.home.join("adapter.py"))),
            Kind::Npm => format!("node {}", word(&self.home.join("adapter.mjs"))),
            Kind::Cargo => {
                let program = workspace::name(&format!("peer-{}", self.name));
                word(&self.home.join("release").join(program))
            }
        }
    }

    /// Installs the peer unless that was done from the same manifests.
    fn install(&self) -> Result<(), Fault> {
        if self.kind == Kind::Cargo {
            // Cargo knows on its own what is up to date.
            if !self.home.exists() {
                self.announce();
            }
            return self.run_installer();
        }
        let stamp = self.home.join(STAMP);
        let manifests = self.manifests()?;
        if fs::read(&stamp).is_ok_and(|installed| installed == manifests) {
            return self.copy();
        }
        match fs::remove_dir_all(&self.home) {
            Err(fault) if fault.kind() != io::ErrorKind::NotFound => {
                return Err(Fault::file(&self.home)(fault));
            }
            _ => fs::create_dir_all(&self.home).map_err(Fault::file(&self.home))?,
        }
        self.announce();
        self.copy()?;
        self.run_installer()?;
        fs::write(&stamp, manifests).map_err(Fault::file(&stamp))
    }

    fn announce(&self) {
        let home = shown(&self.home);
        eprintln!("xtask: installing {} into {}", self.name, home.display());
    }

    /// The contents of the manifests, one after the other.
    fn manifests(&self) -> Result<Vec<u8>, Fault> {
        let mut contents = Vec::new();
        for name in self.kind.manifests() {
            let path = self.source.join(name);
            contents.extend(fs::read(&path).map_err(Fault::file(&path))?);
        }
        Ok(contents)
    }

    /// Copies the peer's files beside the place of its library, where Python and Node look for it.
    fn copy(&self) -> Result<(), Fault> {
        for entry in fs::read_dir(&self.source).map_err(Fault::file(&self.source))? {
            let entry = entry.map_err(Fault::file(&self.source))?;
            if entry.path().is_file() {
                fs::copy(entry.path(), self.home.join(entry.file_name()))
                    .map_err(Fault::file(&entry.path()))?;
            }
        }
        Ok(())
    }

    fn run_installer(&self) -> Result<(), Fault> {
        let mut installer = match self.kind {
            Kind::Pip => Command::new("python3"),
            Kind::Npm => Command::new("npm"),
            Kind::Cargo => workspace::cargo(),
        };
        match self.kind {
            Kind::Pip => installer
                .args("-m pip install --quiet --disable-pip-version-check --no-input".split(' '))
                .args("--require-hashes --requirement requirements.txt --target .".split(' '))
                .env("PIP_ROOT_USER_ACTION", "ignore")
                .current_dir(&self.home),
            Kind::Npm => installer
                .args("ci --ignore-scripts --no-audit --no-fund --loglevel error".split(' '))
                .current_dir(&self.home),
            Kind::Cargo => installer
                .args("build --quiet --release --locked --manifest-path".split(' '))
                .arg(self.source.join("Cargo.toml"))
                .arg("--target-dir")
                .arg(&self.home),
        };
        // Standard output belongs to the harness's report.
        installer.stdin(Stdio::null()).stdout(io::stderr());
        let why = match installer.status() {
            Ok(status) if status.success() => return Ok(()),
            Ok(status) => status.to_string(),
            Err(fault) => fault.to_string(),
        };
        Err(Fault::Installer {
            command: format!("{installer:?}"),
            why,
            advice: self.kind.advice(),
        })
    }
}

/// Why a peer could not be run.
#[derive(Debug)]
enum Fault {
    Unknown {
        name: String,
        known: Vec<String>,
    },
    NoManifest {
        folder: PathBuf,
    },
    File {
        path: PathBuf,
        fault: io::Error,
    },
    Installer {
        command: String,
        why: String,
        advice: &'static str,
    },
}

impl Fault {
    /// Turns an I/O error into the fault that names its file.
    fn file(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |fault| Self::File {
            path: path.to_owned(),
            fault,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, known } => {
                write!(f, "no peer `{name}`; there are {}", known.join(", "))
            }
            Self::NoManifest { folder } => {
                let manifests = Kind::ALL.map(|kind| kind.manifests()[0]).join(", ");
                write!(
                    f,
                    "{} holds none of {manifests}; add the one that pins the library",
                    shown(folder).display()
                )
            }
            Self::File { path, fault } => {
                write!(f, "cannot use {}: {fault}", shown(path).display())
            }
            Self::Installer {
                command,
                why,
                advice,
            } => write!(
                f,
                "the installer failed: {why}; {advice}; it was: {command}"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_peer_is_pinned_and_has_an_adapter() {
        let names = names().unwrap();
        assert!(!names.is_empty());
        for name in names {
            let peer = Peer::find(&name).unwrap();
            peer.manifests().unwrap();
            let adapter = match peer.kind {
                Kind::Pip => "adapter.py",
                Kind::Npm => "adapter.mjs",
                Kind::Cargo => "src/main.rs",
            };
            assert!(peer.source.join(adapter).is_file(), "{name}: {adapter}");
        }
    }

    #[test]
    fn a_name_that_is_no_peer_is_refused() {
        for name in [
            "nobody",
            "",
            "..",
            "../python",
            "json_repair/../jsonfix",
            "--report",
        ] {
            assert!(
                matches!(Peer::find(name), Err(Fault::Unknown { .. })),
                "{name}"
            );
        }
    }
}
