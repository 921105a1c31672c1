//! A foreign library with its adapter: where it lies, what installs it, how it is started.
//!
//! | manifest | installed by | started as |
//! | --- | --- | --- |
//! | `requirements.txt` | pip, into the home | `python3 HOME/adapter.py` |
//! | `package-lock.json` | npm, into `HOME/node_modules` | `node HOME/adapter.mjs` |
//! | `Cargo.toml` | cargo, built into the home | `HOME/release/peer-NAME` |

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::workspace::{self, root, shown, word};

/// What a finished installation leaves behind: the manifests that it was made from.
const STAMP: &str = ".installed-from";

/// A folder of peers, one folder each. Files beside these belong to all of them.
pub(crate) struct Peers {
    /// The folder, below the repository's root.
    pub(crate) folder: &'static str,
    /// The ignored folder that they are installed into, below the root.
    pub(crate) home: &'static str,
}

impl Peers {
    /// The names of all, sorted.
    pub(crate) fn names(&self) -> Result<Vec<String>, Fault> {
        let folder = root().join(self.folder);
        let entries = fs::read_dir(&folder).map_err(Fault::file(&folder))?;
        let mut names = Vec::new();
        for entry in entries {
            let path = entry.map_err(Fault::file(&folder))?.path();
            let name = path.file_name().map(|name| name.to_string_lossy());
            // What Python leaves beside the files of all is no peer.
            if let Some(name) = name.filter(|name| path.is_dir() && name != "__pycache__") {
                names.push(name.into_owned());
            }
        }
        names.sort();
        Ok(names)
    }

    /// The peer of that name.
    pub(crate) fn find(&self, name: &str) -> Result<Peer, Fault> {
        let known = self.names()?;
        if !known.iter().any(|peer| peer == name) {
            return Err(Fault::Unknown {
                name: name.to_owned(),
                known,
            });
        }
        let folder = root().join(self.folder);
        let source = folder.join(name);
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| source.join(kind.manifests()[0]).is_file());
        let kind = kind.ok_or_else(|| Fault::NoManifest {
            folder: source.clone(),
        })?;
        Ok(Peer {
            name: name.to_owned(),
            kind,
            folder,
            source,
            home: root().join(self.home).join(name),
        })
    }
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
pub(crate) struct Peer {
    pub(crate) name: String,
    kind: Kind,
    /// The folder of all peers of its sort.
    folder: PathBuf,
    /// Its own folder in the repository.
    source: PathBuf,
    /// The ignored folder that it is installed into.
    home: PathBuf,
}

impl Peer {
    /// The command line that starts the adapter, as `--impl` takes it.
    pub(crate) fn command(&self) -> String {
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
    pub(crate) fn install(&self) -> Result<(), Fault> {
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

    /// Copies the files of the peer and those of all beside the place of its library, where Python and Node look for it.
    fn copy(&self) -> Result<(), Fault> {
        for folder in [&self.folder, &self.source] {
            for entry in fs::read_dir(folder).map_err(Fault::file(folder))? {
                let entry = entry.map_err(Fault::file(folder))?;
                if entry.path().is_file() {
                    fs::copy(entry.path(), self.home.join(entry.file_name()))
                        .map_err(Fault::file(&entry.path()))?;
                }
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
pub(crate) enum Fault {
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
    use crate::{peers::PEERS, reask::REASKS};

    #[test]
    fn every_peer_is_pinned_and_has_an_adapter() {
        for peers in [PEERS, REASKS] {
            let names = peers.names().unwrap();
            assert!(!names.is_empty());
            for name in names {
                let peer = peers.find(&name).unwrap();
                peer.manifests().unwrap();
                let adapter = match peer.kind {
                    Kind::Pip => "adapter.py",
                    Kind::Npm => "adapter.mjs",
                    Kind::Cargo => "src/main.rs",
                };
                assert!(peer.source.join(adapter).is_file(), "{name}: {adapter}");
            }
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
                matches!(PEERS.find(name), Err(Fault::Unknown { .. })),
                "{name}"
            );
        }
    }
}
