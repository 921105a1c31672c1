//! No rejection holds a piece of the response (REQ VAL-4): a canary is planted behind every
//! quotation mark of every response, one at a time, so that it is in turn a value, a key, and text
//! inside an encoded string.

use response_recovery::{Outcome, parse, recover};

use crate::no_panic::contracts;
use crate::samples::{self, Sample};

const CANARY: &str = "CANARY-3f9c";

/// The places of a long response are many and alike.
const LONGEST: usize = 2048;

#[test]
fn no_rejection_shows_a_planted_canary() {
    let contracts = contracts();
    let mut rejected = 0;
    for Sample { contract, text, .. } in samples::all() {
        if text.len() > LONGEST {
            continue;
        }
        let contract = contract.and_then(|name| contracts.get(&name));
        for (place, _) in text.match_indices('"') {
            let planted = format!("{}{CANARY}{}", &text[..=place], &text[place + 1..]);
            let outcome = match contract {
                Some(contract) => recover(contract, planted.as_str()),
                None => parse(planted.as_str()),
            };
            if let Outcome::Rejected(rejection) = &outcome {
                let shown = format!("{rejection} {rejection:?} {}", outcome.to_json());
                assert!(!shown.contains("CANARY"), "{shown} shows text of {planted}");
                rejected += 1;
            }
        }
    }
    println!("{rejected} rejections show nothing");
    assert!(
        rejected > 1000,
        "canaries were planted: {rejected} rejections"
    );
}
