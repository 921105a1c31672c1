//! The regular prompt has a size that can be measured.

use std::fs;

use super::{Course, contract};
use crate::samples::corpus;

/// Characters of the first regular prompt under `corpus/contracts/lean.json` and `corpus/policies/lean.json`.
///
/// `cargo test -p response-recovery --test it the_regular_prompt_of_lean -- --nocapture` prints what is measured.
const LEAN: usize = 10_353;

#[test]
fn the_regular_prompt_of_lean_has_its_size() {
    let read = |inside| fs::read_to_string(corpus(inside)).unwrap();
    let course = Course::begin(
        &contract(&read("contracts/lean.json")),
        &read("policies/lean.json"),
    );
    let characters = course.prompt().chars().count();
    println!("{characters} characters");
    assert_eq!(characters, LEAN);
}
