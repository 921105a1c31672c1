//! The notice: what a prompt says about the response before it that was rejected (REQ SES-3).

use std::fmt;

use crate::outcome::Rejection;

/// The characters that a notice or a hint adds to a prompt, at most (REQ SES-3, HNT-1).
pub(super) const MOST: usize = 200;

/// A rejection as the next regular prompt tells it: category and path, nothing of the response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Notice {
    category: String,
    path: String,
}

impl Notice {
    /// The category and the path.
    pub(super) fn parts(&self) -> (&str, &str) {
        (&self.category, &self.path)
    }
}

impl From<&Rejection> for Notice {
    fn from(rejection: &Rejection) -> Self {
        Self {
            category: rejection.reason.category().name().to_owned(),
            path: rejection.path.as_str().to_owned(),
        }
    }
}

impl Notice {
    /// Of a rejection as it is recorded: `category` or `category:detail`, and the path.
    pub(super) fn of_record(reason: &str, path: &str) -> Self {
        let category = reason.split(':').next().unwrap_or_default();
        Self {
            category: category.to_owned(),
            path: path.to_owned(),
        }
    }
}

/// With the blank line that sets it off. A path that would be too long is left out whole.
impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { category, path } = self;
        let tell = |place: &str| {
            format!(
                "\n\nYour last answer was rejected, reason {category} at {place}. Answer anew, as the schema has it."
            )
        };
        let told = tell(&format!("\"{path}\""));
        if told.chars().count() <= MOST {
            f.write_str(&told)
        } else {
            f.write_str(&tell("1 path that is too long to be told"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_names_category_and_path_and_leaves_a_path_out_that_is_too_long() {
        let of = |path: String| {
            Notice {
                category: "reference".to_owned(),
                path,
            }
            .to_string()
        };
        assert!(of("/evidence/0/id".to_owned()).contains("reference at \"/evidence/0/id\"."));
        let mut left_out = 0;
        for length in 0..400 {
            let path = "/ä".repeat(length);
            let notice = of(path.clone());
            assert!(notice.chars().count() <= MOST, "{notice}");
            let is_told = notice.contains(&format!("\"{path}\""));
            assert!(
                is_told || (notice.contains("1 path") && !notice.contains('ä')),
                "{notice}"
            );
            left_out += usize::from(!is_told);
        }
        assert!((1..400).contains(&left_out), "both were seen: {left_out}");
    }
}
