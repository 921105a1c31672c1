//! How a value differs from the right one, told as sets: what of its scalars was kept, lost, invented, and so on.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::text::Text;

/// A set verdict. Each list is sorted with the smallest entry first and may be cut; `cut` says how many are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// What the value was compared with.
    pub against: Against,
    /// How many scalars stand in the same place with the same value.
    pub kept: u64,
    /// Scalars that are in no place any more.
    pub lost: Vec<Place>,
    /// Scalars that come from nowhere.
    pub invented: Vec<Place>,
    /// Scalars that stand more often than they should.
    pub duplicated: Vec<Place>,
    /// Scalars that stand in another place.
    pub moved: Vec<Moved>,
    /// Scalars in their place, but of another type: `"1"` for `1`.
    pub retyped: Vec<Retyped>,
    /// How many entries the lists had before they were cut; absent if none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Counts>,
}

/// What a value was compared with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// The value that the case states.
    #[default]
    Value,
    /// The complete scalars in the text of the response, which had to be rejected.
    Response,
}

/// How many entries each list of a [`Difference`] has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    missing_docs,
    reason = "each field counts the list that it is named for"
)]
pub struct Counts {
    pub lost: u64,
    pub invented: u64,
    pub duplicated: u64,
    pub moved: u64,
    pub retyped: u64,
}

/// A scalar and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// A JSON Pointer.
    pub path: String,
    /// The scalar as JSON text.
    pub value: Text,
}

/// A scalar that stands in another place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    /// Where it should stand.
    pub from: String,
    /// Where it stands.
    pub to: String,
    /// The scalar as JSON text.
    pub value: Text,
}

/// A scalar of another type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retyped {
    /// A JSON Pointer.
    pub path: String,
    /// What should stand there, as JSON text.
    pub from: Text,
    /// What stands there, as JSON text.
    pub to: Text,
}

impl Difference {
    /// How many entries each list has, those that were cut off included.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let count = |length: usize| u64::try_from(length).unwrap_or(u64::MAX);
        self.cut.unwrap_or(Counts {
            lost: count(self.lost.len()),
            invented: count(self.invented.len()),
            duplicated: count(self.duplicated.len()),
            moved: count(self.moved.len()),
            retyped: count(self.retyped.len()),
        })
    }

    /// The smallest telling entry, in words: the worst kind that there is, invention before loss.
    #[must_use]
    pub fn telling(&self) -> Option<String> {
        if let (Some(lost), Some(invented)) = (self.lost.first(), self.invented.first())
            && lost.path == invented.path
        {
            return Some(format!(
                "{} became {} at {}",
                lost.value,
                invented.value,
                at(&lost.path)
            ));
        }
        let place = |what: &str, places: &[Place]| {
            let Place { path, value } = places.first()?;
            Some(format!("{what} {value} at {}", at(path)))
        };
        place("invented", &self.invented)
            .or_else(|| place("lost", &self.lost))
            .or_else(|| {
                let Retyped { path, from, to } = self.retyped.first()?;
                Some(format!("{from} became {to} at {}", at(path)))
            })
            .or_else(|| place("duplicated", &self.duplicated))
            .or_else(|| {
                let Moved { from, to, value } = self.moved.first()?;
                Some(format!("moved {value} from {} to {}", at(from), at(to)))
            })
    }
}

/// A path in words: the pointer of the whole is empty and would be overlooked.
fn at(path: &str) -> &str {
    if path.is_empty() { "the top" } else { path }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts();
        write!(f, "kept {}", self.kept)?;
        for (name, count) in [
            ("lost", counts.lost),
            ("invented", counts.invented),
            ("duplicated", counts.duplicated),
            ("moved", counts.moved),
            ("retyped", counts.retyped),
        ] {
            if count > 0 {
                write!(f, ", {name} {count}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Visibility;

    fn place(path: &str, value: &str) -> Place {
        Place {
            path: path.into(),
            value: Visibility::Shown.text(value),
        }
    }

    #[test]
    fn invention_tells_more_than_loss_and_a_change_is_one_sentence() {
        let mut difference = Difference {
            kept: 2,
            lost: vec![place("/a", "1")],
            invented: vec![place("/b", "2")],
            ..Difference::default()
        };
        assert_eq!(difference.telling().unwrap(), "invented 2 at /b");
        assert_eq!(difference.to_string(), "kept 2, lost 1, invented 1");
        difference.invented = vec![place("/a", "2")];
        assert_eq!(difference.telling().unwrap(), "1 became 2 at /a");
        difference.lost.clear();
        difference.invented = vec![place("", "2")];
        assert_eq!(difference.telling().unwrap(), "invented 2 at the top");
        assert_eq!(Difference::default().telling(), None);
    }
}
