//! The faults, family by family.

mod activation;
mod contract;
mod decode;
mod fence;
mod filter;
mod lenient;
mod limits;
mod parse;
mod reporting;
mod state;
mod validation;

use crate::mutant::Mutant;

/// All families.
pub(crate) const FAMILIES: [&[Mutant]; 11] = [
    activation::FAULTS,
    contract::FAULTS,
    decode::FAULTS,
    fence::FAULTS,
    filter::FAULTS,
    lenient::FAULTS,
    limits::FAULTS,
    parse::FAULTS,
    reporting::FAULTS,
    state::FAULTS,
    validation::FAULTS,
];
