//! `prompt under version 1 = prompt under version 0` but for the marker, as long as nothing was normalized or repaired
//! (REQ ACT-6).

use super::course::{Course, Given, commands};
use super::{Heard, Invariant, Violation};
use crate::case::Profile;
use crate::generate::{self, Choices, Scene};

/// The invariant.
pub(super) struct MarkerAlone;

const MARKER: &str = "x-viano-response-recovery";

const MORE: Violation = Violation::imprecise(
    "versions-differ",
    "a regular prompt under version 1 and the one under version 0 differ in more than the marker",
);
const SAME: Violation = Violation::imprecise(
    "marker-missing",
    "a regular prompt is the same under version 0 and version 1",
);

impl Invariant for MarkerAlone {
    fn name(&self) -> &'static str {
        "marker-alone"
    }

    fn profiles(&self) -> &'static [Profile] {
        &[Profile::Session]
    }

    fn requirement(&self) -> &'static str {
        "ACT-6"
    }

    fn scene(&self, _: Profile, choices: &mut Choices<'_>) -> Scene {
        generate::session_versions(choices)
    }

    fn check(&self, _: &Scene, first: &[Heard<'_>], _: &[Heard<'_>]) -> Result<(), Violation> {
        let courses: Vec<_> = first.iter().filter_map(Course::read).collect();
        let [without, with] = &courses[..] else {
            return Ok(());
        };
        for ((_, without), (_, with)) in without.steps.iter().zip(&with.steps) {
            for pair in commands(without).into_iter().zip(commands(with)) {
                if let (Given::Call(_, "regular", without), Given::Call(_, "regular", with)) = pair
                {
                    compare(without, with)?;
                }
            }
        }
        Ok(())
    }
}

/// Whether one text is the other with the marker put in: a name, a colon, a number, and a comma or white space.
fn compare(without: &str, with: &str) -> Result<(), Violation> {
    if without == with {
        return Err(SAME);
    }
    let Some(added) = with.len().checked_sub(without.len()) else {
        return Err(MORE);
    };
    let is_marker = |(at, _): (usize, &str)| {
        // What was put in begins at the name's quotation mark, or a little before it.
        (0..=8)
            .filter_map(|before| at.checked_sub(before))
            .any(|start| {
                let parts = with
                    .get(..start)
                    .zip(with.get(start..start + added))
                    .zip(with.get(start + added..));
                parts.is_some_and(|((head, put), tail)| {
                    let rest = put.replacen(MARKER, "", 1);
                    rest.len() + MARKER.len() == put.len()
                        && rest.chars().all(|c| "\"\\:1, \n\t".contains(c))
                        && without.starts_with(head)
                        && without.ends_with(tail)
                        && head.len() + tail.len() == without.len()
                })
            })
    };
    if with.match_indices(MARKER).any(is_marker) {
        Ok(())
    } else {
        Err(MORE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_that_is_more_than_the_marker_is_found() {
        let without = r#"Answer by {"type":"object"}"#;
        for with in [
            r#"Answer by {"x-viano-response-recovery":1,"type":"object"}"#,
            r#"Answer by {"type":"object", "x-viano-response-recovery": 1}"#,
        ] {
            assert_eq!(compare(without, with), Ok(()), "{with}");
        }
        assert_eq!(compare(without, without), Err(SAME));
        for with in [
            r#"Answer in {"x-viano-response-recovery":1,"type":"object"}"#,
            r#"Answer by {"x-viano-response-recovery":2,"type":"object"}"#,
            r#"Answer by {"type":"object","more":1}"#,
            r#"Answer by {"x-viano-response-recovery":1,"type":"object"} Repair is on."#,
            "",
        ] {
            assert_eq!(compare(without, with), Err(MORE), "{with}");
        }
    }
}
