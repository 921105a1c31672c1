//! The values that flags of `run` take.

use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use clap::ValueEnum;
use recovery_conformance::case::Profile;
use recovery_reports::Verdict;

/// How the result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
}

/// A profile by its name.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProfileName(pub(super) Profile);

impl FromStr for ProfileName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Profile::ALL
            .into_iter()
            .find(|profile| profile.name() == name);
        known.map(Self).ok_or_else(|| {
            let names = Profile::ALL.map(Profile::name).join("`, `");
            format!("the profiles of this version are `{names}`")
        })
    }
}

/// A verdict that can make a run fail, by its name.
#[derive(Debug, Clone, Copy)]
pub(super) struct FailingVerdict(pub(super) Verdict);

impl FromStr for FailingVerdict {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match Verdict::of_name(name) {
            Some(verdict) if verdict != Verdict::Pass => Ok(Self(verdict)),
            _ => {
                let names = Verdict::ALL
                    .into_iter()
                    .filter(|verdict| *verdict != Verdict::Pass);
                let names: Vec<_> = names.map(Verdict::name).collect();
                Err(format!("the verdicts are {}", names.join(", ")))
            }
        }
    }
}

/// A number of processes.
pub(super) fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "write a whole number from 1".to_owned())
}

/// A time as a flag states it: a whole number and a unit.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.len()
        - text
            .trim_start_matches(|character: char| character.is_ascii_digit())
            .len();
    let (number, unit) = text.split_at(digits);
    let number: u64 = number
        .parse()
        .map_err(|_| "write a whole number and a unit: `500ms`, `5s`, `2m`")?;
    let time = match unit {
        "ms" => Duration::from_millis(number),
        "s" => Duration::from_secs(number),
        "m" => Duration::from_secs(number.saturating_mul(60)),
        _ => return Err("the units are `ms`, `s` and `m`".to_owned()),
    };
    // A day is longer than any reply is worth, and keeps sums of times in range.
    match time {
        Duration::ZERO => Err("a reply cannot take no time".to_owned()),
        time => Ok(time.min(Duration::from_hours(24))),
    }
}
