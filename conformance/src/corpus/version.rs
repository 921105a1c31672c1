//! The version of a suite: `1.0`, `1.1`, `2.0`, compared as numbers.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A suite's version. A higher one may hold more cases; what a released one holds never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SuiteVersion {
    major: u32,
    minor: u32,
}

/// Text that is no suite version.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a suite version is two numbers with a point between them, such as `1.1`")]
pub struct VersionError;

impl SuiteVersion {
    /// The version of the first suite.
    pub const FIRST: Self = Self { major: 1, minor: 0 };

    /// The version after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self {
            minor: self.minor.saturating_add(1),
            ..self
        }
    }
}

impl FromStr for SuiteVersion {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Self, VersionError> {
        let (major, minor) = text.split_once('.').ok_or(VersionError)?;
        let version = Self {
            major: major.parse().map_err(|_| VersionError)?,
            minor: minor.parse().map_err(|_| VersionError)?,
        };
        // `+1.0` and `1.00` would be second names for versions that have one.
        if version.to_string() == text {
            Ok(version)
        } else {
            Err(VersionError)
        }
    }
}

impl TryFrom<String> for SuiteVersion {
    type Error = VersionError;

    fn try_from(text: String) -> Result<Self, VersionError> {
        text.parse()
    }
}

impl From<SuiteVersion> for String {
    fn from(version: SuiteVersion) -> Self {
        version.to_string()
    }
}

impl fmt::Display for SuiteVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_numbers() {
        let version = |text: &str| text.parse::<SuiteVersion>().unwrap();
        assert!(version("1.10") > version("1.9"));
        assert!(version("2.0") > version("1.10"));
        assert_eq!(version("1.9").next(), version("1.10"));
    }

    #[test]
    fn a_version_has_one_spelling() {
        for text in [
            "", "1", "1.", ".1", "1.0.0", "+1.0", "01.0", "1.00", "1.x", " 1.0",
        ] {
            assert_eq!(text.parse::<SuiteVersion>(), Err(VersionError), "{text:?}");
        }
    }
}
