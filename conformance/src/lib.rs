//! TODO-doc

pub mod case;
