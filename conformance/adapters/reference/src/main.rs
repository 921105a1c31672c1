//! TODO-doc
fn main() {}
