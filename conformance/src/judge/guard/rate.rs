//! Rates as exact fractions: a reply tells them as decimals, and doubles would round both sides.

use crate::case::Rate;
use crate::exact::Value;

/// Of how many parts of a whole a rate may be wrong: 0.0005.
const TOLERANCE: i128 = 2_000;

/// So many digits after the point decide; what is behind them is far below the tolerance.
const PLACES: usize = 24;

/// Whether a rate, as JSON text, is the one due, within 0.0005. `null` is the rate of nothing, and of nothing else.
pub(super) fn is_near(due: Option<Rate>, given: &str) -> bool {
    match (due, Value::read(given)) {
        (None, Ok(Value::Null)) => true,
        (Some(due), Ok(Value::Number(number))) => {
            let places = places(&number.canonical());
            places.is_some_and(|given| differs_little(due, given))
        }
        _ => false,
    }
}

/// A number in units of the last place that counts; none if it is negative or far above 1.
fn places(canonical: &str) -> Option<i128> {
    let (digits, exponent) = canonical.split_once('e')?;
    if digits.is_empty() {
        return Some(0);
    }
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let exponent: i64 = exponent.parse().ok()?;
    // Where the number ends among the places, counted from the point.
    let end = i64::try_from(PLACES).ok()? + exponent;
    let length = i64::try_from(digits.len()).ok()?.checked_add(end)?;
    match usize::try_from(length) {
        Err(_) => Some(0),
        Ok(length) if length > PLACES + 2 => None,
        Ok(length) => {
            let kept = digits.get(..length).unwrap_or(digits);
            let zeros = length - kept.len();
            format!("{kept}{}", "0".repeat(zeros))
                .parse()
                .ok()
                .or(Some(0))
        }
    }
}

/// Whether `due` and `given` places differ by no more than the tolerance.
fn differs_little(due: Rate, given: i128) -> bool {
    let (part, whole) = (i128::from(due.part), i128::from(due.whole));
    let one = 10_i128.pow(24);
    let compared = || {
        let given = given.checked_mul(whole)?;
        let due = part.checked_mul(one)?;
        let apart = given.checked_sub(due)?.checked_abs()?;
        Some(apart.checked_mul(TOLERANCE)? <= one.checked_mul(whole)?)
    };
    compared().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_may_be_rounded_to_three_places_and_no_further() {
        let near = |part, whole, given: &str| is_near(Rate::of(part, whole), given);
        for given in [
            "0.667",
            "0.6666666666666666",
            "0.6666666666666667",
            "6.67e-1",
            "0.66617",
        ] {
            assert!(near(4, 6, given), "{given}");
        }
        for given in [
            "0.67",
            "0.66",
            "0.666",
            "0.66616",
            "null",
            "\"0.667\"",
            "-0.667",
            "1",
            "4",
        ] {
            assert!(!near(4, 6, given), "{given}");
        }
        assert!(
            near(1, 1, "1") && near(1, 1, "1.0") && near(1, 1, "0.9995") && near(1, 1, "1.0005")
        );
        assert!(
            !near(1, 1, "0.99949999999999999999999")
                && !near(1, 1, "1e400")
                && !near(1, 1, "1e-400")
        );
        assert!(
            near(0, 3, "0") && near(0, 3, "-0.0") && near(0, 3, "1e-400") && near(0, 3, "0.0005")
        );
        assert!(!near(0, 3, "0.00051") && !near(0, 3, "null"));
        assert!(near(0, 0, "null") && !near(0, 0, "0"));
        assert!(near(
            1,
            7,
            "0.142857142857142857142857142857142857142857142857"
        ));
    }
}
