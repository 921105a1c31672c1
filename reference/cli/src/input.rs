//! Reading contracts and responses from files and from standard input.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use response_recovery::Contract;

use crate::failure::Failure;

/// Reads and compiles the contract in a file.
pub(crate) fn contract(path: &Path) -> Result<Contract, Failure> {
    compile(path, &text(path)?)
}

/// Compiles the text of a contract that stands in that file.
pub(crate) fn compile(path: &Path, text: &str) -> Result<Contract, Failure> {
    Contract::compile(text).map_err(|source| Failure::Contract {
        path: path.to_owned(),
        source,
    })
}

/// Reads a file as text.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|source| Failure::Unreadable {
        path: path.to_owned(),
        source,
    })
}

/// Reads the bytes of a response; `-` is standard input.
pub(crate) fn response(path: &Path) -> Result<Vec<u8>, Failure> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(Failure::Input)?;
        return Ok(bytes);
    }
    fs::read(path).map_err(|source| Failure::Unreadable {
        path: PathBuf::from(path),
        source,
    })
}
