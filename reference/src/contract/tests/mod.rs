//! The contract's rules, one by one, and all contracts of the corpus.

mod corpus;
mod rules;
