//! The fixed limits of policy version 1, in one place (REQ LIM).

/// UTF-8 bytes of a response that a rule may still touch, and of a normalized text (REQ LIM-1,
/// LIM-2). A longer response is accepted if it is valid as it stands.
pub const MAX_BYTES: usize = 65_536;

/// Rule applications in one response; one more rejects it whole (REQ LIM-3).
pub const MAX_NORMALIZATIONS: usize = 16;

/// Open arrays and objects at one place. 64 must be accepted, 129 must not (REQ PAR-5).
pub const MAX_DEPTH: usize = 128;
