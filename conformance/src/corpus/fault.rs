//! What is wrong, and where: the one form in which a check tells its findings.

use std::fmt;

use thiserror::Error;

/// One finding. It prints as `file:line: id: what is wrong; what to do`, leaving out what is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault<P> {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub problem: P,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// The file as the user can open it.
    pub file: String,
    /// The line, counted from 1.
    pub line: Option<usize>,
    /// The id of the case, requirement or field report.
    pub id: Option<String>,
}

impl Place {
    /// A whole file.
    #[must_use]
    pub fn file(file: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            line: None,
            id: None,
        }
    }

    /// A line of a file, counted from 1.
    #[must_use]
    pub fn line(file: impl Into<String>, line: usize) -> Self {
        Self {
            file: file.into(),
            line: Some(line),
            id: None,
        }
    }

    /// The same place, with the id of what stands there.
    #[must_use]
    pub fn with_id(self, id: impl Into<String>) -> Self {
        Self {
            id: Some(id.into()),
            ..self
        }
    }

    /// A finding at this place.
    #[must_use]
    pub fn fault<P>(self, problem: P) -> Fault<P> {
        Fault {
            place: self,
            problem,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        match &self.id {
            Some(id) => write!(f, ": {id}"),
            None => Ok(()),
        }
    }
}

impl<P: fmt::Display> fmt::Display for Fault<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

/// All findings of one check; prints one a line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct Faults<P>(pub Vec<Fault<P>>);

impl<P> From<Fault<P>> for Faults<P> {
    fn from(fault: Fault<P>) -> Self {
        Self(vec![fault])
    }
}

impl<P> IntoIterator for Faults<P> {
    type Item = Fault<P>;
    type IntoIter = std::vec::IntoIter<Fault<P>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<P: fmt::Display> fmt::Display for Faults<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            let end_of_last = if index == 0 { "" } else { "\n" };
            write!(f, "{end_of_last}{fault}")?;
        }
        Ok(())
    }
}
