//! A value of the contract with its place, read by type: each fault says where it stands.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::json::{Decimal, Kind, Pointer, Value};
use crate::refusal::{ContractError, ContractFault};

/// The largest count that every JSON reader sees the same.
pub(crate) const MAX_COUNT: u64 = (1 << 53) - 1;

/// A value of the contract, and the contract that it stands in: where, is only worked out for a fault.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part<'d> {
    pub(crate) value: Value<'d>,
    contract: Value<'d>,
}

impl<'d> Part<'d> {
    pub(crate) const fn root(contract: Value<'d>) -> Self {
        Self {
            value: contract,
            contract,
        }
    }

    /// Another value of the same contract.
    pub(crate) const fn other(&self, value: Value<'d>) -> Self {
        Self {
            value,
            contract: self.contract,
        }
    }

    /// A fault at this place.
    pub(crate) fn fault(&self, fault: ContractFault) -> ContractError {
        fault.at(Pointer::to(self.contract, self.value))
    }

    fn expected(&self, what: &'static str) -> ContractError {
        self.fault(ContractFault::Expected(what))
    }

    /// An object's members; any names.
    pub(crate) fn members(&self) -> Result<Vec<(Cow<'d, str>, Self)>, ContractError> {
        if self.value.kind() != Kind::Object {
            return Err(self.expected("an object"));
        }
        let member = |(key, value): (Value<'d>, Value<'d>)| {
            (key.as_str().unwrap_or_default(), self.other(value))
        };
        Ok(self.value.members().map(member).collect())
    }

    /// An object all of whose members are known (REQ CON-1).
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), ContractError> {
        for (name, _) in self.members()? {
            if !known.contains(&&*name) {
                return Err(self.fault(ContractFault::UnknownMember(name.into_owned())));
            }
        }
        Ok(())
    }

    /// A member that may be absent.
    pub(crate) fn get(&self, name: &str) -> Option<Self> {
        self.value.get(name).map(|value| self.other(value))
    }

    /// A member that must be there.
    pub(crate) fn require(&self, name: &'static str) -> Result<Self, ContractError> {
        self.get(name)
            .ok_or_else(|| self.fault(ContractFault::Missing(name)))
    }

    /// An array's elements.
    pub(crate) fn elements(&self) -> Result<Vec<Self>, ContractError> {
        if self.value.kind() != Kind::Array {
            return Err(self.expected("an array"));
        }
        let elements = self.value.elements();
        Ok(elements.map(|value| self.other(value)).collect())
    }

    /// The elements of an array that must have some.
    pub(crate) fn some_elements(&self) -> Result<Vec<Self>, ContractError> {
        let elements = self.elements()?;
        if elements.is_empty() {
            return Err(self.expected("an array with at least one element"));
        }
        Ok(elements)
    }

    pub(crate) fn string(&self) -> Result<Cow<'d, str>, ContractError> {
        self.value.as_str().ok_or_else(|| self.expected("a string"))
    }

    /// An array of strings, each once.
    pub(crate) fn names(&self) -> Result<BTreeSet<String>, ContractError> {
        let mut names = BTreeSet::new();
        for element in self.elements()? {
            let name = element.string()?.into_owned();
            if names.contains(&name) {
                return Err(element.fault(ContractFault::Twice(name)));
            }
            names.insert(name);
        }
        Ok(names)
    }

    pub(crate) fn number(&self) -> Result<Decimal<'d>, ContractError> {
        let text = self
            .value
            .as_number()
            .ok_or_else(|| self.expected("a number"))?;
        Ok(Decimal::read(text))
    }

    /// A whole number from 0 to [`MAX_COUNT`].
    pub(crate) fn count(&self) -> Result<u64, ContractError> {
        let number = self
            .value
            .as_number()
            .and_then(|text| Decimal::read(text).to_i128());
        number
            .and_then(|number| u64::try_from(number).ok())
            .filter(|number| *number <= MAX_COUNT)
            .ok_or_else(|| self.expected("a whole number from 0 to 9007199254740991"))
    }

    /// Whether it is the number 1, however it is written.
    pub(crate) fn is_one(&self) -> bool {
        self.value
            .as_number()
            .is_some_and(|text| Decimal::read(text).same(&Decimal::read("1")))
    }
}
