//! TODO-doc

pub mod case;
pub mod corpus;
pub mod difference;
pub mod exact;
pub mod spec;
