//! TODO-doc

pub mod case;
pub mod corpus;
