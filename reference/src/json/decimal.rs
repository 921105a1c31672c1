//! Numbers as exact decimals: the same number is the same decimal, never the same double
//! (REQ PAR-3).

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Write as _;

/// A JSON number read exactly: `0.d₁d₂d₃… × 10^point`, without zeros at either end.
#[derive(Debug, Clone)]
pub(crate) struct Decimal<'t> {
    negative: bool,
    digits: Cow<'t, str>,
    point: Point,
}

/// A power of ten. Beyond `i64` only the direction is kept: nothing that fits a text compares
/// equal to it, and two of them are never called equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Point {
    Tiny,
    At(i64),
    Huge,
}

impl<'t> Decimal<'t> {
    /// Reads a number token that the parser has found to be well-formed.
    pub(crate) fn read(token: &'t str) -> Self {
        let (negative, unsigned) = match token.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, token),
        };
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let fraction = fraction.trim_end_matches('0');
        let whole = whole.trim_start_matches('0');
        let (digits, point) = if whole.is_empty() {
            let significant = fraction.trim_start_matches('0');
            (
                Cow::Borrowed(significant),
                -length(fraction.len() - significant.len()),
            )
        } else if fraction.is_empty() {
            (
                Cow::Borrowed(whole.trim_end_matches('0')),
                length(whole.len()),
            )
        } else {
            (Cow::Owned([whole, fraction].concat()), length(whole.len()))
        };
        if digits.is_empty() {
            return Self {
                negative: false,
                digits,
                point: Point::At(0),
            };
        }
        Self {
            negative,
            digits,
            point: shift(exponent, point),
        }
    }

    /// The same number, owning its digits.
    pub(crate) fn into_owned(self) -> Decimal<'static> {
        Decimal {
            digits: Cow::Owned(self.digits.into_owned()),
            negative: self.negative,
            point: self.point,
        }
    }

    /// Whether both are the same number. Where an exponent is beyond 64 bits the answer is no.
    pub(crate) fn same(&self, other: &Decimal<'_>) -> bool {
        self.negative == other.negative
            && self.digits == other.digits
            && matches!((self.point, other.point), (Point::At(a), Point::At(b)) if a == b)
    }

    /// Compares by value. Of two numbers whose exponents are both beyond 64 bits on the same side
    /// nothing is known, and they compare as equal: ask [`Self::same`] for equality.
    pub(crate) fn compare(&self, other: &Decimal<'_>) -> Ordering {
        match (self.negative, other.negative) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => self.compare_size(other),
            (true, true) => other.compare_size(self),
        }
    }

    fn compare_size(&self, other: &Decimal<'_>) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => return Ordering::Equal,
            (true, false) => return Ordering::Less,
            (false, true) => return Ordering::Greater,
            (false, false) => {}
        }
        let rank = |point| match point {
            Point::Tiny => (0, 0),
            Point::At(at) => (1, at),
            Point::Huge => (2, 0),
        };
        // Without zeros at the ends the digits, read after the point, compare like text.
        rank(self.point)
            .cmp(&rank(other.point))
            .then_with(|| self.digits.cmp(&other.digits))
    }

    /// Writes it so that two numbers are written alike exactly if they are the same; beyond all
    /// exponents, if their tokens are.
    pub(crate) fn canonical(&self, token: &str, to: &mut String) {
        let sign = if self.negative { "-" } else { "+" };
        // Writing into memory cannot fail.
        let _ = match self.point {
            Point::At(at) => write!(to, "{sign}{}e{at};", self.digits),
            Point::Tiny | Point::Huge => write!(to, "={token};"),
        };
    }

    /// How many significant digits it has.
    pub(crate) fn precision(&self) -> usize {
        self.digits.len()
    }

    /// The exponent of the first significant digit: 2 for `123`, -1 for `0.5`; `None` beyond
    /// 64 bits.
    pub(crate) const fn magnitude(&self) -> Option<i64> {
        match self.point {
            Point::At(at) => Some(at.saturating_sub(1)),
            Point::Tiny | Point::Huge => None,
        }
    }

    /// Whether it has no fraction, however it is written: `1.0` and `1e2` are whole.
    pub(crate) fn is_whole(&self) -> bool {
        match self.point {
            Point::At(at) => self.digits.is_empty() || at >= length(self.digits.len()),
            Point::Huge => true,
            Point::Tiny => false,
        }
    }

    /// The value, if it is whole and fits.
    pub(crate) fn to_i128(&self) -> Option<i128> {
        let Point::At(point) = self.point else {
            return None;
        };
        if !self.is_whole() {
            return None;
        }
        let size = self.digits.bytes().try_fold(0_i128, |value, digit| {
            value
                .checked_mul(10)?
                .checked_add(i128::from(digit.wrapping_sub(b'0')))
        })?;
        let zeros = u32::try_from(point - length(self.digits.len())).ok()?;
        let size = size.checked_mul(10_i128.checked_pow(zeros)?)?;
        Some(if self.negative { -size } else { size })
    }
}

fn shift(exponent: &str, point: i64) -> Point {
    let (negative, size) = match exponent.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, exponent.strip_prefix('+').unwrap_or(exponent)),
    };
    let out_of_range = if negative { Point::Tiny } else { Point::Huge };
    let Ok(size) = size.parse::<i64>() else {
        return out_of_range;
    };
    point
        .checked_add(if negative { -size } else { size })
        .map_or(out_of_range, Point::At)
}

/// A text is shorter than 2^32 bytes, so its lengths fit.
fn length(bytes: usize) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::Decimal;

    /// The same number in every way it can be written, one line each, in rising order.
    const RISING: [&[&str]; 13] = [
        &["-1e5000000000"],
        &["-12", "-1.2e1", "-120E-1", "-0.12e+2"],
        &["-1e-5000000000"],
        &[
            "0",
            "-0",
            "0.000",
            "0e5000000000",
            "-0E-99999999999999999999",
        ],
        &["1e-5000000000"],
        &["0.3", "3e-1", "0.30"],
        &["0.30000000000000001"],
        &["4.9999999999999999999"],
        &["5", "5.0", "0.5e1", "50e-1"],
        &["9007199254740992"],
        &[
            "9007199254740993",
            "9007199254740993.0",
            "9.007199254740993e15",
        ],
        &["1e400", "10e399"],
        &["1e5000000000"],
    ];

    #[test]
    fn compares_by_value_however_it_is_written() {
        for (place, spellings) in RISING.iter().enumerate() {
            for (other_place, others) in RISING.iter().enumerate() {
                for (one, other) in spellings
                    .iter()
                    .flat_map(|one| others.iter().map(move |other| (one, other)))
                {
                    let (a, b) = (Decimal::read(one), Decimal::read(other));
                    assert_eq!(
                        a.compare(&b),
                        place.cmp(&other_place),
                        "{one} against {other}"
                    );
                    assert_eq!(a.same(&b), place == other_place, "{one} and {other}");
                }
            }
        }
    }

    #[test]
    fn never_calls_two_numbers_beyond_all_exponents_the_same() {
        let (a, b) = (
            Decimal::read("1e99999999999999999999"),
            Decimal::read("1e99999999999999999998"),
        );
        assert!(!a.same(&b));
        assert_eq!(a.compare(&Decimal::read("1e5000000000")), Ordering::Greater);
    }

    #[test]
    fn gives_whole_numbers_that_fit_and_no_others() {
        let most = "170141183460469231731687303715884105727";
        for (text, whole) in [
            ("0e5000000000", Some(0)),
            ("20.0", Some(20)),
            ("2e1", Some(20)),
            ("-7", Some(-7)),
            (most, Some(i128::MAX)),
            ("170141183460469231731687303715884105728", None),
            ("1e5000000000", None),
            ("-1e5000000000", None),
            ("1e39", None),
            ("0.5", None),
            ("1e-5000000000", None),
        ] {
            assert_eq!(Decimal::read(text).to_i128(), whole, "{text}");
        }
    }
}
