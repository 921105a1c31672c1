//! The files of a corpus, read once; everything else works on these bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use recovery_reports::sha256;

use super::fault::Place;
use super::problem::{CorpusFaults, Problem};

/// The manifest's file name; the one file that no manifest lists.
pub(crate) const MANIFEST: &str = "manifest.json";

/// A folder's files, by their path in it, with `/` between names on every system.
pub(crate) struct Folder {
    root: PathBuf,
    files: BTreeMap<String, Vec<u8>>,
}

/// One file of a [`Folder`].
#[derive(Clone, Copy)]
pub(crate) struct File<'f> {
    /// The path in the folder.
    pub(crate) path: &'f str,
    /// The file's name without what follows its last point.
    pub(crate) stem: &'f str,
    /// What is in it.
    pub(crate) bytes: &'f [u8],
}

impl Folder {
    /// Reads every file at or below `root`, hidden ones aside.
    pub(crate) fn read_all(root: &Path) -> Result<Self, CorpusFaults> {
        let mut folder = Self {
            root: root.to_path_buf(),
            files: BTreeMap::new(),
        };
        folder.read_into("", None, true)?;
        Ok(folder)
    }

    /// Reads the files whose name ends in `.EXTENSION` directly in each of the given folders below `root`; a folder
    /// that is not there holds no files, but `root` must be there.
    pub(crate) fn read_some(root: &Path, wanted: &[(&str, &str)]) -> Result<Self, CorpusFaults> {
        let mut folder = Self {
            root: root.to_path_buf(),
            files: BTreeMap::new(),
        };
        for (below, extension) in wanted {
            if below.is_empty() || folder.root.join(below).is_dir() {
                folder.read_into(below, Some(extension), false)?;
            }
        }
        Ok(folder)
    }

    fn read_into(
        &mut self,
        below: &str,
        extension: Option<&str>,
        deep: bool,
    ) -> Result<(), CorpusFaults> {
        let unreadable = |path: &Path, error: &std::io::Error| {
            let place = Place::file(path.display().to_string());
            CorpusFaults::from(place.fault(Problem::Unreadable(error.to_string())))
        };
        // Joining nothing would end the path in a slash.
        let here = if below.is_empty() {
            self.root.clone()
        } else {
            self.root.join(below)
        };
        for entry in fs::read_dir(&here).map_err(|error| unreadable(&here, &error))? {
            let path = entry.map_err(|error| unreadable(&here, &error))?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                return Err(Place::file(here.display().to_string())
                    .fault(Problem::FileName)
                    .into());
            };
            if name.starts_with('.') {
                continue;
            }
            let relative = if below.is_empty() {
                name.to_owned()
            } else {
                format!("{below}/{name}")
            };
            if path.is_dir() {
                if deep {
                    self.read_into(&relative, extension, deep)?;
                }
            } else if extension.is_none_or(|due| path.extension().is_some_and(|is| is == due)) {
                let bytes = fs::read(&path).map_err(|error| unreadable(&path, &error))?;
                self.files.insert(relative, bytes);
            }
        }
        Ok(())
    }

    /// A file's path as the user can open it.
    pub(crate) fn shown(&self, path: &str) -> String {
        self.root.join(path).display().to_string()
    }

    /// The file at a path.
    pub(crate) fn file(&self, path: &str) -> Option<File<'_>> {
        self.files
            .get_key_value(path)
            .map(|(path, bytes)| File::new(path, bytes))
    }

    /// A file as text.
    pub(crate) fn text<'f>(&self, file: File<'f>) -> Result<&'f str, CorpusFaults> {
        std::str::from_utf8(file.bytes).map_err(|error| {
            let valid = file.bytes.get(..error.valid_up_to()).unwrap_or_default();
            let line = valid.split(|byte| *byte == b'\n').count();
            Place::line(self.shown(file.path), line)
                .fault(Problem::NotUtf8)
                .into()
        })
    }

    /// The files directly in the folder `below` whose name ends in `.EXTENSION`, in the order of their paths.
    pub(crate) fn files_in<'f>(
        &'f self,
        below: &'f str,
        extension: &'f str,
    ) -> impl Iterator<Item = File<'f>> {
        self.files
            .iter()
            .filter(move |(path, _)| {
                let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
                folder == below && name.rsplit_once('.').is_some_and(|(_, is)| is == extension)
            })
            .map(|(path, bytes)| File::new(path, bytes))
    }

    /// The SHA-256 of every file but the manifest, by path.
    pub(crate) fn hashes(&self) -> BTreeMap<String, String> {
        self.files
            .iter()
            .filter(|(path, _)| path.as_str() != MANIFEST)
            .map(|(path, bytes)| (path.clone(), sha256(&[bytes])))
            .collect()
    }
}

impl<'f> File<'f> {
    fn new(path: &'f str, bytes: &'f [u8]) -> Self {
        let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        Self { path, stem, bytes }
    }
}

/// The one digest of a list of files: over its lines `path NUL sha256 LF`, in the order of the paths.
pub(crate) fn digest(hashes: &BTreeMap<String, String>) -> String {
    let mut lines = String::new();
    for (path, hash) in hashes {
        lines.push_str(path);
        lines.push('\0');
        lines.push_str(hash);
        lines.push('\n');
    }
    sha256(&[lines.as_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_the_one_that_standard_tools_give() {
        // printf 'a\0%s\nb/c\0%s\n' "$(printf x | sha256sum | cut -c-64)" "$(printf y | sha256sum | cut -c-64)" | sha256sum
        let hashes = BTreeMap::from([
            ("a".to_owned(), sha256(&[b"x"])),
            ("b/c".to_owned(), sha256(&[b"y"])),
        ]);
        assert_eq!(
            digest(&hashes),
            "955cfd5a1ffe90a787c8e0a60949aa9418af41a5622e4d5b2bbc09c773bb8905"
        );
    }

    #[test]
    fn only_the_named_folders_are_read_for_own_cases() {
        let folder = tempfile::tempdir().unwrap();
        for path in [
            "mine.jsonl",
            "notes.txt",
            "contracts/c.json",
            "deep/er/other.jsonl",
        ] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let read = Folder::read_some(
            folder.path(),
            &[("", "jsonl"), ("cases", "jsonl"), ("contracts", "json")],
        );
        let paths: Vec<_> = read.ok().unwrap().files.into_keys().collect();
        assert_eq!(paths, ["contracts/c.json", "mine.jsonl"]);
    }
}
