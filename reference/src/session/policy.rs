//! The policy of an investigation: stated once, never changed (REQ ACT-1, ACT-3 to ACT-5).

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::guard::OnCorruption;
use crate::json::{Decimal, Document, Kind, Pointer, Value};

/// The largest number that every JSON reader sees the same.
const MAX_COUNT: i128 = (1 << 53) - 1;

/// How often each provider may be tried again, at most.
const MAX_RETRIES: i128 = 100;

/// A policy that was read and checked, with its defaults filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    version: Version,
    max_invalid_responses: u64,
    providers: Vec<String>,
    retries: u64,
    #[serde(default, skip_serializing_if = "OnCorruption::is_stop")]
    on_corruption: OnCorruption,
}

/// What the policy field `response_recovery_version` switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Version {
    /// Version 0, the default: no rule is applied and no repair asked for.
    Off,
    /// Version 1: rules and repairs in the phase `investigation`.
    One,
}

impl Policy {
    /// Reads a policy document; without one nothing is assumed (REQ ACT-4).
    ///
    /// # Errors
    ///
    /// No document or null, a version that is neither of the numbers 0 and 1, or anything else that is not
    /// a policy: strict JSON, known members alone, each in its range (REQ ACT-3).
    pub fn read(text: Option<&str>) -> Result<Self, PolicyError> {
        let text = text.ok_or(PolicyError::Missing)?;
        let document = Document::parse(text)
            .map_err(|_| invalid(Pointer::root(), "one strict JSON object"))?;
        let root = Member::root(document.root());
        if root.value.kind() == Kind::Null {
            return Err(PolicyError::Missing);
        }
        // The version is looked at first: a policy of another one may have other members.
        let version = root
            .get("response_recovery_version")
            .map_or(Ok(Version::Off), |version| version.version())?;
        root.only(&[
            "response_recovery_version",
            "max_invalid_responses",
            "transport",
            "on_corruption",
        ])?;
        let max_invalid_responses = root
            .get("max_invalid_responses")
            .map_or(Ok(3), |most| most.count(1, MAX_COUNT))?;
        let transport = root.get("transport");
        if let Some(transport) = &transport {
            transport.only(&["providers", "retries"])?;
        }
        let of_transport = |name| transport.as_ref().and_then(|transport| transport.get(name));
        let providers = of_transport("providers")
            .map(|list| list.names())
            .transpose()?;
        let retries =
            of_transport("retries").map_or(Ok(0), |number| number.count(0, MAX_RETRIES))?;
        Ok(Self {
            version,
            max_invalid_responses,
            providers: providers.unwrap_or_else(|| vec!["default".to_owned()]),
            retries,
            on_corruption: root
                .get("on_corruption")
                .map_or(Ok(OnCorruption::Stop), |named| named.on_corruption())?,
        })
    }

    /// Which version of response recovery it states.
    #[must_use]
    pub const fn version(&self) -> Version {
        self.version
    }

    /// What becomes of the session after a corrupt output of a tool (REQ SES-7).
    #[must_use]
    pub const fn on_corruption(&self) -> OnCorruption {
        self.on_corruption
    }

    /// How many responses in a row may be invalid before the session stops, at least 1 (REQ SES-2).
    #[must_use]
    pub const fn max_invalid_responses(&self) -> u64 {
        self.max_invalid_responses
    }

    /// The provider of the `n`-th try of a call, from 0; none past the last (REQ TRN-1).
    #[must_use]
    pub fn provider(&self, n: u64) -> Option<&str> {
        let place = n.checked_div(self.retries + 1)?;
        let provider = self.providers.get(usize::try_from(place).ok()?)?;
        Some(provider)
    }
}

fn invalid(at: Pointer, expected: &'static str) -> PolicyError {
    PolicyError::Invalid { at, expected }
}

/// A value of the policy document, with its place.
struct Member<'d> {
    value: Value<'d>,
    root: Value<'d>,
}

impl<'d> Member<'d> {
    const fn root(value: Value<'d>) -> Self {
        Self { value, root: value }
    }

    fn expected(&self, expected: &'static str) -> PolicyError {
        invalid(Pointer::to(self.root, self.value), expected)
    }

    fn get(&self, name: &str) -> Option<Self> {
        let value = self.value.get(name)?;
        Some(Self { value, ..*self })
    }

    /// An object all of whose members are known: a misspelt one would silently mean its default.
    fn only(&self, known: &[&str]) -> Result<(), PolicyError> {
        let is_known = |key: Value<'_>| known.iter().any(|name| key.is_str(name));
        if self.value.kind() == Kind::Object && self.value.members().all(|(key, _)| is_known(key)) {
            return Ok(());
        }
        Err(self.expected("an object of known members"))
    }

    fn on_corruption(&self) -> Result<OnCorruption, PolicyError> {
        let name = self.value.as_str();
        name.and_then(|name| OnCorruption::of_name(&name))
            .ok_or_else(|| self.expected("`stop` or `block_writes`"))
    }

    fn whole(&self) -> Option<i128> {
        Decimal::read(self.value.as_number()?).to_i128()
    }

    fn version(&self) -> Result<Version, PolicyError> {
        match self.whole() {
            Some(0) => Ok(Version::Off),
            Some(1) => Ok(Version::One),
            _ => Err(PolicyError::UnsupportedVersion),
        }
    }

    fn count(&self, least: i128, most: i128) -> Result<u64, PolicyError> {
        self.whole()
            .filter(|number| (least..=most).contains(number))
            .and_then(|number| u64::try_from(number).ok())
            .ok_or_else(|| self.expected("a whole number in its range"))
    }

    /// Names of providers, each once: a name twice would be retries by another way.
    fn names(&self) -> Result<Vec<String>, PolicyError> {
        let expected = "a list of names, not empty and each once";
        let (mut names, mut seen) = (Vec::new(), BTreeSet::new());
        for element in self.value.elements() {
            match element.as_str().map(Cow::into_owned) {
                Some(name) if !name.is_empty() && seen.insert(name.clone()) => names.push(name),
                _ => return Err(self.expected(expected)),
            }
        }
        if names.is_empty() {
            return Err(self.expected(expected));
        }
        Ok(names)
    }
}

/// Why a session does not run under the policy given.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// There is none (REQ ACT-4).
    #[error("an investigation must state its policy; give one")]
    Missing,
    /// A running investigation has another one (REQ ACT-5).
    #[error("a running investigation never changes its policy; give the one that it began with")]
    Mismatch,
    /// The version is neither of the numbers 0 and 1 (REQ ACT-3).
    #[error("`response_recovery_version` must be the number 0 or 1")]
    UnsupportedVersion,
    /// It is no policy (REQ ACT-3).
    #[error("invalid policy at \"{at}\": expected {expected}")]
    Invalid {
        /// Where, from the root of the policy; an unknown member is told at its object.
        at: Pointer,
        /// What ought to stand there.
        expected: &'static str,
    },
}

impl PolicyError {
    /// As it stands in a refusal, such as `policy:missing`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Missing => "policy:missing",
            Self::Mismatch => "policy:mismatch",
            Self::UnsupportedVersion => "policy:unsupported_version",
            Self::Invalid { .. } => "policy:invalid",
        }
    }
}
