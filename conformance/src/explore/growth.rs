//! `time(2n) ≤ c · time(n)` with a `c` near 2: the time of an answer grows in line with the size of the response
//! (REQ FEN-1).
//!
//! Times are noisy, above all on a machine that has other work. So only the shortest of a few counts, a curve is looked
//! at only where its times are far above what a round trip takes, and one that seems too steep is measured once more.
//! Other work stretches all that takes longer than the system's slice of time, and nothing shorter: one step of a curve
//! that is straight. So a curve is too steep only if each of its last steps is.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use recovery_reports::report::Growth;

use super::{Options, run_options};
use crate::case::{Accepted, Ask, Case, Expectation, Level, Origin, Profile};
use crate::implementation::Launch;
use crate::runner::Session;
use recovery_reports::Verdict;

/// The sizes that are asked, in bytes: doublings up to the limit of section 6.
const SIZES: [usize; 5] = [4_096, 8_192, 16_384, 32_768, 65_536];

/// From which time on the largest size is worth more tries, and a curve can be told from noise.
const TELLING: Duration = Duration::from_millis(20);

/// From which time on the largest size can be a finding.
const SLOW: Duration = Duration::from_millis(60);

/// Times below this are not fitted: a round trip and a wait for the processor are in them.
const NOISE: f64 = 0.002;

/// From which exponent on a curve is too steep. Work of the order n·log n stays far below it.
const STEEP: f64 = 1.5;

/// How many doublings of the size, the largest ones, must each be too steep.
const LAST_STEPS: usize = 2;

const TRIES: usize = 3;

/// The profiles in which it is measured: those in which a response is all that is asked.
pub const PROFILES: [Profile; 2] = [Profile::Parse, Profile::Normalize];

/// A contract that admits any object, and under which rules apply.
const OPEN: &str = r#"{"contract":1,"phase":"investigation","schema":{"x-viano-response-recovery":1,"type":"object"}}"#;

/// Makes a response of about so many bytes and no more.
type Shape = (&'static str, fn(usize) -> String);

const SHAPES: [Shape; 12] = [
    ("fence-then-blanks", |bytes| {
        format!("```{}", " ".repeat(bytes - 3))
    }),
    ("fence-then-backticks", |bytes| {
        format!("```\n{}", "`".repeat(bytes - 4))
    }),
    ("fence-lines", |bytes| "```\n".repeat(bytes / 4)),
    ("fences-in-strings", |bytes| {
        list(bytes, |_| r#""```\n```""#.to_owned())
    }),
    ("many-keys", |bytes| {
        members(bytes, |index| format!("k{index}"))
    }),
    ("colliding-keys", |bytes| members(bytes, colliding)),
    ("nested-arrays", |bytes| {
        list(bytes, |_| format!("{}{}", "[".repeat(40), "]".repeat(40)))
    }),
    ("escapes", |bytes| {
        format!(r#"{{"a":"{}"}}"#, r"\u0061".repeat(bytes / 6 - 2))
    }),
    ("digits", |bytes| {
        format!(r#"{{"a":{}}}"#, "7".repeat(bytes - 6))
    }),
    ("unclosed-string", |bytes| {
        format!(r#"{{"a":"{}"#, "a".repeat(bytes - 6))
    }),
    ("white-space", |bytes| {
        format!("{}{{}}", " ".repeat(bytes - 2))
    }),
    ("encoded-backslashes", |bytes| {
        format!(r#""{{\"a\":\"{}\"}}""#, r"\\\\".repeat(bytes / 4 - 5))
    }),
];

/// A curve that is too steep.
pub(super) fn is_steep(growth: &Growth) -> bool {
    let slow = SLOW.as_secs_f64();
    let mut steps = growth.best_s.windows(2).rev().take(LAST_STEPS);
    growth.best_s.len() < growth.bytes.len()
        || growth.best_s.last() > Some(&slow)
            && growth.exponent_of_s > Some(STEEP)
            && steps.all(|times| times[1] > times[0] * STEEP.exp2())
}

/// Measures every shape in every profile; ends early if it is interrupted or the implementation does not come up.
pub(super) fn measure(
    launcher: &dyn Launch,
    profiles: &[Profile],
    options: &Options<'_>,
) -> Vec<Growth> {
    let shapes = profiles
        .iter()
        .flat_map(|profile| SHAPES.into_iter().map(move |shape| (*profile, shape)));
    let mut session = None;
    let mut all = Vec::new();
    for (profile, shape) in shapes {
        if options.interrupted.load(Ordering::Relaxed) {
            break;
        }
        let mut time = |response: String| {
            if session.is_none() {
                session = Session::open(launcher, options.timeout, options.interrupted).ok();
            }
            let (time, is_well) = ask(session.as_mut()?, profile, response, options);
            if !is_well {
                session = None;
            }
            is_well.then_some(time)
        };
        let mut growth = curve(profile, shape, &mut time);
        if is_steep(&growth) {
            growth = curve(profile, shape, &mut time);
        }
        all.push(growth);
    }
    all
}

/// The curve of a shape.
fn curve(
    profile: Profile,
    (name, make): Shape,
    time: &mut dyn FnMut(String) -> Option<Duration>,
) -> Growth {
    let mut best: Vec<Duration> = Vec::new();
    for size in SIZES {
        match time(make(size)) {
            Some(time) => best.push(time),
            None => break,
        }
    }
    if best.len() == SIZES.len() && best.last() > Some(&TELLING) {
        for _ in 1..TRIES {
            for (best, size) in best.iter_mut().zip(SIZES) {
                *best = time(make(size)).map_or(*best, |time| time.min(*best));
            }
        }
    }
    let best_s: Vec<f64> = best.iter().map(Duration::as_secs_f64).collect();
    Growth {
        shape: name.to_owned(),
        profile: profile.to_string(),
        bytes: SIZES.iter().map(|size| *size as u64).collect(),
        exponent_of_s: exponent(&best_s),
        best_s,
    }
}

/// The exponent of the power that fits best, by least squares over the logarithms of sizes and times.
fn exponent(best_s: &[f64]) -> Option<f64> {
    let points: Vec<(f64, f64)> = SIZES
        .iter()
        .zip(best_s)
        .filter(|(_, time)| **time > NOISE)
        .map(|(size, time)| {
            let size = u32::try_from(*size).unwrap_or(u32::MAX);
            (f64::from(size).ln(), time.ln())
        })
        .collect();
    if points.len() < 3 {
        return None;
    }
    let count = f64::from(u32::try_from(points.len()).ok()?);
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let over: f64 = points
        .iter()
        .map(|point| (point.0 - x) * (point.1 - y))
        .sum();
    let under: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    Some(over / under)
}

/// Asks once. How long it took, and whether the process is still there.
fn ask(
    session: &mut Session<'_>,
    profile: Profile,
    response: String,
    options: &Options<'_>,
) -> (Duration, bool) {
    let contract = "open".to_owned();
    let ask = match profile {
        Profile::Parse => Ask::Parse {
            response,
            finish: None,
        },
        Profile::Normalize | Profile::Repair | Profile::Session | Profile::Guard => Ask::Recover {
            contract: contract.clone(),
            response,
            finish: None,
        },
    };
    // What comes back is not judged here: any answer is an answer in time.
    let case = Case {
        id: "growth".to_owned(),
        origin: Origin::Generated,
        profile,
        requirements: Vec::new(),
        class: String::new(),
        ask,
        expect: Expectation::Accepted(Accepted {
            value_text: "{}".to_owned(),
            text: None,
            rules: None,
            level: Level::May,
            reasons: Vec::new(),
            result: None,
        }),
        note: String::new(),
    };
    let contracts = BTreeMap::from([(contract, OPEN.to_owned())]);
    let run_options = run_options(options, None);
    let begin = Instant::now();
    let run = session.run(&[&case], &contracts, &run_options);
    let time = begin.elapsed();
    let is_well = run
        .verdicts()
        .all(|(_, verdict)| !matches!(verdict, Verdict::Hang | Verdict::Crash));
    (time, is_well && run.verdicts().next().is_some())
}

/// An object of as many members as fit.
fn members(bytes: usize, key: impl Fn(usize) -> String) -> String {
    let member = |index| format!("\"{}\":0", key(index));
    wrapped("{", "}", bytes, member)
}

/// A list of as many items as fit, in an object.
fn list(bytes: usize, item: impl Fn(usize) -> String) -> String {
    wrapped("{\"a\":[", "]}", bytes, item)
}

fn wrapped(open: &str, close: &str, bytes: usize, item: impl Fn(usize) -> String) -> String {
    let mut text = open.to_owned();
    let mut index = 0;
    loop {
        let next = item(index);
        if text.len() + next.len() + close.len() + 1 > bytes {
            return text + close;
        }
        if index > 0 {
            text.push(',');
        }
        text.push_str(&next);
        index += 1;
    }
}

/// One of many keys that polynomial hashes over bytes with the factor 31 cannot tell apart.
fn colliding(index: usize) -> String {
    let pair = |bit: usize| if index >> bit & 1 == 0 { "Aa" } else { "BB" };
    (0..13).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_fills_its_size_and_never_passes_it() {
        for (name, make) in SHAPES {
            for size in SIZES {
                let length = make(size).len();
                assert!(
                    length <= size && length + 130 > size,
                    "{name}: {length} of {size}"
                );
            }
        }
    }

    #[test]
    fn only_a_curve_that_is_slow_and_steep_is_a_finding() {
        let measured = |millis: [f64; 5]| {
            let mut times = millis.into_iter().cycle();
            curve(Profile::Parse, SHAPES[0], &mut |_| {
                times
                    .next()
                    .map(|time| Duration::from_secs_f64(time / 1000.0))
            })
        };
        for (millis, is_finding) in [
            ([1.0, 4.0, 16.0, 64.0, 256.0], true),
            ([10.0, 20.0, 40.0, 80.0, 160.0], false),
            ([10.0, 22.0, 48.0, 104.0, 224.0], false),
            ([0.1, 0.4, 1.6, 6.4, 25.6], false),
            ([0.1, 0.1, 0.1, 0.1, 90.0], false),
            // Straight, on a processor that was shared with others; each was measured.
            ([12.3, 7.0, 57.5, 247.3, 461.9], false),
            ([6.8, 9.1, 21.1, 175.5, 335.4], false),
        ] {
            let growth = measured(millis);
            assert_eq!(is_steep(&growth), is_finding, "{growth:?}");
        }
        let square = measured([1.0, 4.0, 16.0, 64.0, 256.0]);
        assert!((square.exponent_of_s.unwrap() - 2.0).abs() < 1e-9);
        let hung = curve(Profile::Parse, SHAPES[0], &mut |response| {
            (response.len() < 10_000).then_some(Duration::from_millis(1))
        });
        assert_eq!((hung.best_s.len(), is_steep(&hung)), (2, true));
    }
}
