//! A test of the code that stands in for a side of a requirement that no case can test.

use std::fs;
use std::path::{Path, PathBuf};

use super::coverage::Side;
use super::problem::SpecProblem;

/// What begins a stand-in.
const MARK: &str = " Stand-in: ";

/// A stated stand-in: `` Stand-in: `path::to::test` (reject side): reason. ``
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StandIn {
    /// The test's path: the crate, file or modules that lead to it, and its name.
    pub(crate) test: String,
    /// The side it stands for.
    pub(crate) side: Side,
}

impl StandIn {
    /// All stand-ins that a line states.
    pub(crate) fn all_in(stated: &str) -> Result<Vec<Self>, SpecProblem> {
        stated
            .split(MARK)
            .skip(1)
            .map(|text| Self::parse(text).ok_or(SpecProblem::StandInForm))
            .collect()
    }

    fn parse(statement: &str) -> Option<Self> {
        let (test, rest) = statement.strip_prefix('`')?.split_once("` (")?;
        let (side, reason) = rest.split_once(" side): ")?;
        let side = Side::ALL.into_iter().find(|known| known.name() == side)?;
        (!reason.trim().is_empty()).then(|| Self {
            test: test.to_owned(),
            side,
        })
    }
}

/// The Rust sources of a repository, for finding tests in.
pub(crate) struct Sources {
    files: Vec<Source>,
}

struct Source {
    /// The names that a path to a test in this file may go through.
    names: Vec<String>,
    text: String,
}

impl Sources {
    /// Reads every `*.rs` file at or below `root`, hidden folders and build output aside.
    pub(crate) fn read(root: &Path) -> std::io::Result<Self> {
        let mut files = Vec::new();
        read_into(&mut files, root, &[])?;
        Ok(Self { files })
    }

    /// Whether a function of that path and name is there and is a test.
    pub(crate) fn hold_test(&self, path: &str) -> bool {
        let mut segments: Vec<&str> = path.split("::").collect();
        let Some(name) = segments.pop() else {
            return false;
        };
        self.files.iter().any(|file| {
            let leads_here = |segment: &&str| {
                file.names.iter().any(|name| name == segment)
                    || file.text.contains(&format!("mod {segment} {{"))
            };
            segments.iter().all(leads_here) && has_test(&file.text, name)
        })
    }
}

fn read_into(files: &mut Vec<Source>, folder: &Path, names: &[String]) -> std::io::Result<()> {
    let mut names = names.to_vec();
    names.extend(package_name(folder));
    for entry in fs::read_dir(folder)? {
        let path: PathBuf = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        if name.starts_with('.') || name == "target" || name == "node_modules" {
            continue;
        }
        let within = |name: &str| [names.as_slice(), &[name.replace('-', "_")]].concat();
        if path.is_dir() {
            read_into(files, &path, &within(name))?;
        } else if let Some(stem) = name.strip_suffix(".rs") {
            files.push(Source {
                names: within(stem),
                text: fs::read_to_string(&path)?,
            });
        }
    }
    Ok(())
}

/// The name of the package whose manifest lies in a folder, as it stands in paths.
fn package_name(folder: &Path) -> Option<String> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).ok()?;
    let name = manifest
        .lines()
        .find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))?;
    Some(name.replace('-', "_"))
}

/// Whether the text holds a function of that name right below a `#[test]`, other attributes and comments between.
fn has_test(text: &str, name: &str) -> bool {
    let head = format!("fn {name}(");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let heads = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.starts_with(&head));
    heads.into_iter().any(|(index, _)| {
        let above = lines.iter().take(index).rev();
        above
            .take_while(|line| line.starts_with("#[") || line.starts_with("//"))
            .any(|line| *line == "#[test]")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_found_by_crate_file_and_module_and_only_if_it_is_one() {
        let root = tempfile::tempdir().unwrap();
        let package = root.path().join("kernel");
        fs::create_dir_all(package.join("src/deep")).unwrap();
        fs::write(
            package.join("Cargo.toml"),
            "[package]\nname = \"the-kernel\"\n",
        )
        .unwrap();
        let source = "mod tests {\n    #[test]\n    #[cfg(unix)]\n    fn holds() {}\n\n    fn helper() {}\n}\n";
        fs::write(package.join("src/deep/cut.rs"), source).unwrap();
        let sources = Sources::read(root.path()).unwrap();
        for path in [
            "the_kernel::deep::cut::tests::holds",
            "cut::tests::holds",
            "kernel::deep::cut::tests::holds",
        ] {
            assert!(sources.hold_test(path), "{path}");
        }
        for path in [
            "cut::tests::helper",
            "cut::tests::hold",
            "other::tests::holds",
            "cut::proofs::holds",
            "",
        ] {
            assert!(!sources.hold_test(path), "{path}");
        }
    }
}
