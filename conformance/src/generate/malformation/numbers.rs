//! Numbers at the edges of what machines hold (REQ PAR-3).

use crate::generate::Choices;

/// A number token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::generate) struct Number {
    /// The token.
    pub(in crate::generate) token: String,
    /// Whether it is in the range that must be accepted; others come out exact or the response is rejected.
    pub(in crate::generate) is_guaranteed: bool,
}

/// In the range.
const GUARANTEED: [&str; 24] = [
    "0",
    "1",
    "10",
    "-1",
    "-0",
    "1.0",
    "0.1",
    "1.10",
    "1e2",
    "1E+2",
    "100e-2",
    "-0.0",
    "2147483648",
    "4294967296",
    "9007199254740991",
    "9007199254740992",
    "-9007199254740992",
    "123456789012345",
    "0.123456789012345",
    "1e300",
    "-1e-300",
    "9.99999999999999e300",
    "0.00000000000000000001",
    "1000000.0000",
];

/// Past it.
const BEYOND: [&str; 24] = [
    "9007199254740993",
    "-9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "0.1234567890123456",
    "0.30000000000000004",
    "9007199254740992.5",
    "1.00000000000000000001",
    "0.99999999999999999999",
    "1e301",
    "1e-301",
    "1.7976931348623157e308",
    "1.7976931348623159e308",
    "1e309",
    "1e400",
    "-1e400",
    "5e-324",
    "1e-400",
    "340282366920938463463374607431768211456",
    "1e99999999999999999999",
];

/// A number that must be accepted.
pub(in crate::generate) fn guaranteed(choices: &mut Choices<'_>) -> Number {
    Number {
        token: (*choices.pick(&GUARANTEED)).to_owned(),
        is_guaranteed: true,
    }
}

/// A number on the far side of an edge, or with any count of digits and any exponent.
pub(in crate::generate) fn at_an_edge(choices: &mut Choices<'_>) -> Number {
    match choices.upto(BEYOND.len()) {
        last if last == BEYOND.len() => of_digits(choices),
        index => Number {
            token: BEYOND[index].to_owned(),
            is_guaranteed: false,
        },
    }
}

/// A number in scientific spelling, around the 15 digits and the exponents of ±300 that are guaranteed.
fn of_digits(choices: &mut Choices<'_>) -> Number {
    let digits = 2 + choices.upto(28);
    let exponent = choices.upto(340);
    let sign = *choices.pick(&["", "-"]);
    let all = "1234567891".repeat(3);
    Number {
        token: format!("{}.{}e{sign}{exponent}", &all[..1], &all[1..digits]),
        is_guaranteed: digits <= 15 && exponent <= 300,
    }
}
