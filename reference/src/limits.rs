//! The fixed limits of policy version 1, in one place (REQ LIM).

/// UTF-8 bytes of a response that a rule or a repair may still touch, of a normalized text, of the
/// answer to a repair call and of a rebuilt text (REQ LIM-1, LIM-2). A longer response is accepted if
/// it is valid as it stands.
pub const MAX_BYTES: usize = 65_536;

/// Rule applications in one response; one more rejects it whole (REQ LIM-3).
pub const MAX_NORMALIZATIONS: usize = 16;

/// Open arrays and objects at one place. 64 must be accepted, 129 must not (REQ PAR-5). So many
/// steps may a contract's positions have, too (REQ CON-3).
pub const MAX_DEPTH: usize = 128;

/// Subschemas of a contract's schema, those that nothing refers to included (REQ CON-2).
pub const MAX_SUBSCHEMAS: usize = 2_000;

/// Subschemas of the tree that a contract's schema unfolds to (REQ CON-2).
pub const MAX_NODES: usize = 10_000;

/// Subschemas that judge a value and what is inside it, one inside the other: so much stack
/// validation takes at most (REQ CON-2).
pub const MAX_NESTED: usize = 1_024;

/// The largest number in a quantifier of a pattern (REQ CON-2).
pub const MAX_REPEATS: u32 = 1_000;

/// Groups of a pattern, one inside the other (REQ CON-2).
pub const MAX_GROUPS: usize = 64;

/// Places of all patterns in the tree that a contract's schema unfolds to (REQ CON-2). An engine
/// that never backtracks may still look at each of them at each byte of a text.
pub const MAX_PLACES: usize = 1_000;

/// Values and keys in all `enum`, `const` and `required` of the tree that a contract's schema
/// unfolds to (REQ CON-2): a value may be compared with each of them.
pub const MAX_LISTED: usize = 10_000;
