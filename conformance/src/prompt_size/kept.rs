//! What is kept of measurements: the baseline, the history, and the files that are rendered from them.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use recovery_reports::prompt_size::{Change, Entry, PromptSizes, growth, page, plot};
use thiserror::Error;

/// The measurement that others are compared with.
pub const BASELINE: &str = "prompt-size.baseline.json";

/// The short form of every measurement that was accepted.
pub const HISTORY: &str = "prompt-size.history.jsonl";

/// What is rendered from both.
const PAGE: &str = "prompt-size.md";
const PLOT: &str = "prompt-size.svg";

/// A baseline with its history.
#[derive(Debug)]
pub struct Kept {
    folder: PathBuf,
    sizes: PromptSizes,
    history: Vec<Entry>,
}

/// Why a baseline cannot be read or kept.
#[derive(Debug, Error)]
pub enum KeptError {
    /// There is none.
    #[error("{0}: there is no baseline; `--accept` makes one")]
    None(String),
    /// A file cannot be read or written.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// A file is not of its form.
    #[error("{place}: {error}; take it back from version control, or remove it and `--accept`")]
    Form {
        /// The file, with the line where it is a list of lines.
        place: String,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// The measurement is of another implementation than the baseline.
    #[error(
        "the baseline is of `{baseline}`, this is `{measured}`; `--reports DIR` names a folder of its own for it"
    )]
    Other {
        /// Whose the baseline is.
        baseline: String,
        /// Who was measured.
        measured: String,
    },
}

impl Kept {
    /// Reads what is kept in a folder.
    ///
    /// # Errors
    /// [`KeptError`], also where nothing is kept.
    pub fn read(folder: &Path) -> Result<Self, KeptError> {
        let file = shown(folder, BASELINE);
        let Some(text) = read(folder, BASELINE)? else {
            return Err(KeptError::None(file));
        };
        let sizes =
            PromptSizes::read(&text).map_err(|error| KeptError::Form { place: file, error })?;
        Self::with(folder, sizes)
    }

    /// The same; where there is no baseline, a measurement is the first.
    ///
    /// # Errors
    /// [`KeptError`].
    pub fn read_or_begin(folder: &Path, first: &PromptSizes) -> Result<Self, KeptError> {
        match Self::read(folder) {
            Err(KeptError::None(_)) => Self::with(folder, first.clone()),
            kept => kept,
        }
    }

    /// What changed since the baseline and must not pass unseen.
    ///
    /// # Errors
    /// [`KeptError::Other`] if the baseline is that of another implementation.
    pub fn changes(&self, sizes: &PromptSizes) -> Result<Vec<Change>, KeptError> {
        let (baseline, measured) = (&self.sizes.implementation.name, &sizes.implementation.name);
        if baseline == measured {
            return Ok(growth(&self.sizes, sizes));
        }
        Err(KeptError::Other {
            baseline: baseline.clone(),
            measured: measured.clone(),
        })
    }

    fn with(folder: &Path, sizes: PromptSizes) -> Result<Self, KeptError> {
        let history = read(folder, HISTORY)?.unwrap_or_default();
        let history = Entry::read_all(&history).map_err(|(line, error)| KeptError::Form {
            place: format!("{}:{line}", shown(folder, HISTORY)),
            error,
        })?;
        Ok(Self {
            folder: folder.to_owned(),
            sizes,
            history,
        })
    }

    /// Makes a measurement the baseline and adds its short form to the history, then renders both. What the history
    /// holds already stays as it is, to the byte.
    ///
    /// # Errors
    /// [`KeptError`].
    pub fn accept(
        &mut self,
        sizes: PromptSizes,
        commit: String,
        date: String,
    ) -> Result<(), KeptError> {
        let entry = Entry::new(&sizes, commit, date);
        self.sizes = sizes;
        let form = |error| KeptError::Form {
            place: HISTORY.to_owned(),
            error,
        };
        let history = read(&self.folder, HISTORY)?.unwrap_or_default();
        let history = history + &entry.line().map_err(form)?;
        self.history.push(entry);
        let mut baseline = Vec::new();
        self.sizes
            .write(&mut baseline)
            .map_err(|error| self.fault(BASELINE, error))?;
        self.write(BASELINE, &baseline)?;
        self.write(HISTORY, history.as_bytes())?;
        self.render()
    }

    /// Writes what is rendered.
    ///
    /// # Errors
    /// [`KeptError::File`].
    pub fn render(&self) -> Result<(), KeptError> {
        for (name, text) in self.rendered() {
            self.write(name, text.as_bytes())?;
        }
        Ok(())
    }

    /// The rendered files that are not what baseline and history come to.
    ///
    /// # Errors
    /// [`KeptError::File`].
    pub fn stale(&self) -> Result<Vec<String>, KeptError> {
        let mut stale = Vec::new();
        for (name, text) in self.rendered() {
            if read(&self.folder, name)?.as_deref() != Some(&*text) {
                stale.push(shown(&self.folder, name));
            }
        }
        Ok(stale)
    }

    fn rendered(&self) -> [(&'static str, String); 2] {
        [
            (PAGE, page(&self.sizes, &self.history)),
            (PLOT, plot(&self.sizes, &self.history)),
        ]
    }

    fn write(&self, name: &str, text: &[u8]) -> Result<(), KeptError> {
        fs::write(self.folder.join(name), text).map_err(|error| self.fault(name, error))
    }

    fn fault(&self, name: &str, error: std::io::Error) -> KeptError {
        KeptError::File {
            file: shown(&self.folder, name),
            error,
        }
    }
}

/// A file as text; none if there is none.
fn read(folder: &Path, name: &str) -> Result<Option<String>, KeptError> {
    match fs::read_to_string(folder.join(name)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(KeptError::File {
            file: shown(folder, name),
            error,
        }),
    }
}

fn shown(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}
