//! The faults, family by family.

mod activation;
mod contract;
mod decode;
mod fence;
mod filter;
mod guard;
mod lenient;
mod limits;
mod parse;
mod repair_answer;
mod repair_call;
mod repair_form;
mod repair_record;
mod repair_scope;
mod reporting;
mod session_audit;
mod session_count;
mod session_events;
mod session_policy;
mod session_prompts;
mod state;
mod validation;

use crate::mutant::Mutant;

/// All families.
pub(crate) const FAMILIES: [&[Mutant]; 22] = [
    activation::FAULTS,
    contract::FAULTS,
    decode::FAULTS,
    fence::FAULTS,
    filter::FAULTS,
    guard::FAULTS,
    lenient::FAULTS,
    limits::FAULTS,
    parse::FAULTS,
    repair_answer::FAULTS,
    repair_call::FAULTS,
    repair_form::FAULTS,
    repair_record::FAULTS,
    repair_scope::FAULTS,
    reporting::FAULTS,
    session_audit::FAULTS,
    session_count::FAULTS,
    session_events::FAULTS,
    session_policy::FAULTS,
    session_prompts::FAULTS,
    state::FAULTS,
    validation::FAULTS,
];
