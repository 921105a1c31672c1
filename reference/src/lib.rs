//! TODO-doc
