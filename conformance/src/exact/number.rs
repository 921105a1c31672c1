//! A JSON number as the exact decimal that it is, whatever its size.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

/// A JSON number. Equal to every other spelling of the same decimal.
#[derive(Debug, Clone)]
pub struct Number<'a>(Cow<'a, str>);

/// The one form that all spellings of a decimal share: its digits as a whole number, times a power of ten.
#[derive(PartialEq, Eq, Hash)]
struct Decimal {
    negative: bool,
    /// Without zeros at either end; empty for zero.
    digits: String,
    /// A whole number of any size, since a text may name an exponent that fits no machine word.
    exponent: String,
}

impl<'a> Number<'a> {
    /// The number of a text that is known to be a JSON number.
    pub(super) fn new(text: Cow<'a, str>) -> Self {
        Self(text)
    }

    /// The number as it was spelled.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The same number, on its own.
    #[must_use]
    pub fn into_owned(self) -> Number<'static> {
        Number(Cow::Owned(self.0.into_owned()))
    }

    /// The one text that all spellings of the number share.
    #[must_use]
    pub fn canonical(&self) -> String {
        let Decimal {
            negative,
            digits,
            exponent,
        } = self.decimal();
        format!("{}{digits}e{exponent}", if negative { "-" } else { "" })
    }

    fn decimal(&self) -> Decimal {
        let (negative, text) = match self.0.strip_prefix('-') {
            Some(text) => (true, text),
            None => (false, &*self.0),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = [whole, fraction].concat();
        let digits = all.trim_start_matches('0');
        let trimmed = digits.trim_end_matches('0');
        if trimmed.is_empty() {
            return Decimal {
                negative: false,
                digits: String::new(),
                exponent: String::new(),
            };
        }
        let shift = wide(digits.len() - trimmed.len()) - wide(fraction.len());
        Decimal {
            negative,
            digits: trimmed.to_owned(),
            exponent: sum(exponent, shift),
        }
    }
}

impl PartialEq for Number<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.decimal() == other.decimal()
    }
}

impl Eq for Number<'_> {}

impl Hash for Number<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.decimal().hash(state);
    }
}

fn wide(length: usize) -> i128 {
    i128::try_from(length).unwrap_or(i128::MAX)
}

/// How many digits of a large whole number are added up by the machine; the sum fits 128 bits.
const LOW_DIGITS: usize = 36;
const LOW_LIMIT: i128 = 10_i128.pow(36);

/// The sum of a whole number of any length, with or without a sign, and a small one; the latter is below
/// 10^[`LOW_DIGITS`] in size.
fn sum(number: &str, shift: i128) -> String {
    let negative = number.starts_with('-');
    let digits = number
        .trim_start_matches(['+', '-'])
        .trim_start_matches('0');
    let sign = if negative { "-" } else { "" };
    let Some(split) = digits
        .len()
        .checked_sub(LOW_DIGITS)
        .filter(|split| *split > 0)
    else {
        let small: i128 = digits.parse().unwrap_or(0);
        return (if negative { -small } else { small } + shift).to_string();
    };
    let (high, low) = digits.split_at(split);
    let shift = if negative { -shift } else { shift };
    let low = low.parse().unwrap_or(0) + shift;
    let high = match low {
        ..0 => step(high, b'0', b'9', |digit| digit - 1),
        LOW_LIMIT.. => step(high, b'9', b'0', |digit| digit + 1),
        _ => high.to_owned(),
    };
    let digits = format!("{high}{:0LOW_DIGITS$}", low.rem_euclid(LOW_LIMIT));
    format!("{sign}{}", digits.trim_start_matches('0'))
}

/// A positive whole number one up or down: the digits `turning` at its end become `turned`, the one before them steps.
fn step(number: &str, turning: u8, turned: u8, next: fn(u8) -> u8) -> String {
    let mut digits = number.as_bytes().to_vec();
    let mut rest = digits.iter_mut().rev();
    let stepped = rest.by_ref().find_map(|digit| {
        let turns = *digit == turning;
        *digit = if turns { turned } else { next(*digit) };
        (!turns).then_some(())
    });
    if stepped.is_none() {
        // Only on the way up: a number of nines grows a digit.
        digits.insert(0, b'1');
    }
    digits.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(one: &str, other: &str) -> bool {
        Number::new(one.into()) == Number::new(other.into())
    }

    #[test]
    fn spellings_of_one_decimal_are_one_number() {
        for (one, other) in [
            ("1", "1.0"),
            ("1", "10e-1"),
            ("0", "-0"),
            ("0", "0.000e999999999999999999999999999999999999999999"),
            ("1.50E+2", "150"),
            ("0.1", "1e-1"),
            ("-12.5", "-125E-01"),
            ("100", "1e2"),
        ] {
            assert!(same(one, other), "{one} {other}");
        }
    }

    #[test]
    fn neighbours_that_doubles_cannot_tell_apart_differ() {
        for (one, other) in [
            ("9007199254740993", "9007199254740992"),
            ("0.1", "0.1000000000000000055511151231257827"),
            ("1e400", "1e401"),
            ("1", "-1"),
            ("1e-400", "0"),
            ("1", "10"),
        ] {
            assert!(!same(one, other), "{one} {other}");
        }
    }

    #[test]
    fn exponents_of_any_size_cost_no_more_than_their_digits() {
        let nines = "9".repeat(50);
        let tens = format!("1{}", "0".repeat(50));
        assert!(same(&format!("10e{nines}"), &format!("1e{tens}")));
        assert!(same(&format!("0.1e{tens}"), &format!("1e{nines}")));
        assert!(same(&format!("10e-{tens}"), &format!("1e-{nines}")));
        assert!(same(&format!("0.1e-{nines}"), &format!("1e-{tens}")));
        assert!(!same(&format!("1e{nines}"), &format!("1e{tens}")));
        assert!(!same(&format!("1e{tens}"), &format!("1e-{tens}")));
        let long = "7".repeat(1_000_000);
        assert!(same(&format!("1e{long}"), &format!("1.0e+00{long}")));
    }

    #[test]
    fn both_ways_of_adding_exponents_meet_at_their_border() {
        let border = format!("1{}", "0".repeat(LOW_DIGITS));
        let below = "9".repeat(LOW_DIGITS);
        assert!(same(&format!("0.1e{border}"), &format!("1e{below}")));
        assert!(same(&format!("10e{below}"), &format!("1e{border}")));
        assert!(same(&format!("10e-{border}"), &format!("1e-{below}")));
    }
}
