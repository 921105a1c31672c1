//! The verbs of the command line, one file each.

pub(crate) mod matrix;
pub(crate) mod survivors;
