//! A run written down: its contracts, its policy and its steps with what each would yield.

use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;

use super::policy::RunPolicy;
use super::{Contracts, Run};
use crate::guard::contract::GuardContract;
use crate::guard::output::Output;
use crate::json::{Document, Pointer};
use crate::part::Part;
use crate::refusal::{ContractError, ContractFault};

/// A run as a document that was read and checked: nothing has been called yet.
#[derive(Debug)]
pub struct Course {
    contracts: Contracts,
    policy: RunPolicy,
    steps: Vec<Planned>,
}

/// Why a document is no run. Nothing of it was carried out.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The policy allows what nobody may allow, or says what nobody understands (REQ GRD-5, GRD-10).
    #[error("the run's policy: {0}")]
    Policy(ContractError),
    /// It is not in the form of a run, or one of its contracts is refused.
    #[error("{0}")]
    Document(#[from] ContractError),
}

#[derive(Debug)]
enum Planned {
    Call(String, Option<Vec<usize>>, Vec<Output<'static>>),
    Write(String, Option<Vec<usize>>, Option<Output<'static>>),
    Think,
}

impl Course {
    /// Reads a run: `contracts` by tool, `policy`, `steps`, and `run`, the number 1, which a file
    /// may state.
    ///
    /// # Errors
    ///
    /// What is in another form, and where; a policy that is none.
    pub fn read(text: &str) -> Result<Self, RunError> {
        let document = Document::parse(text.to_owned())
            .map_err(|error| ContractFault::Json(error).at(Pointer::root()))?;
        let root = Part::root(document.root());
        root.only(&["run", "note", "contracts", "policy", "steps"])?;
        if let Some(form) = root.get("run")
            && !form.is_one()
        {
            return Err(form.fault(ContractFault::Expected("the number 1")).into());
        }
        let contracts = read_contracts(&root.require("contracts")?)?;
        let policy = root.get("policy");
        let policy = policy.map_or(Ok(RunPolicy::default()), |policy| {
            RunPolicy::read(&policy, &contracts).map_err(RunError::Policy)
        })?;
        let steps = root.require("steps")?.elements()?;
        let steps: Result<_, ContractError> = steps.iter().map(Planned::read).collect();
        Ok(Self {
            contracts,
            policy,
            steps: steps?,
        })
    }

    /// Plays it from the first step to the last.
    #[must_use]
    pub fn play(self) -> Run {
        let mut run = Run::new(self.contracts, self.policy);
        for step in self.steps {
            match step {
                Planned::Call(tool, depends_on, outputs) => {
                    let mut outputs = outputs.into_iter();
                    run.call(&tool, depends_on.as_deref(), |_| outputs.next());
                }
                Planned::Write(tool, depends_on, output) => {
                    run.write(&tool, depends_on.as_deref(), || output);
                }
                Planned::Think => {
                    run.think();
                }
            }
        }
        run
    }

    /// The tools that its steps name, in their order; none for a step that names none.
    pub fn tools(&self) -> impl Iterator<Item = Option<&str>> {
        self.steps.iter().map(|step| match step {
            Planned::Call(tool, ..) | Planned::Write(tool, ..) => Some(tool.as_str()),
            Planned::Think => None,
        })
    }
}

fn read_contracts(part: &Part<'_>) -> Result<Contracts, ContractError> {
    let mut contracts = BTreeMap::new();
    for (tool, part) in part.members()? {
        let contract = GuardContract::read(&part)?;
        if contract.tool() != tool {
            return Err(part.fault(ContractFault::Expected(
                "a contract whose `tool` is the name that it stands under",
            )));
        }
        contracts.insert(tool.into_owned(), Arc::new(contract));
    }
    Ok(contracts)
}

impl Planned {
    fn read(part: &Part<'_>) -> Result<Self, ContractError> {
        // A step may say more of itself, such as what was thought.
        part.members()?;
        match (part.get("call"), part.get("write")) {
            (Some(tool), None) => {
                let outputs = part.require("outputs")?.some_elements()?;
                let outputs = outputs.iter().map(Output::read_part);
                let outputs = outputs.collect::<Result<_, _>>()?;
                Ok(Self::Call(
                    tool.string()?.into_owned(),
                    read_depends_on(part)?,
                    outputs,
                ))
            }
            (None, Some(tool)) => Ok(Self::Write(
                tool.string()?.into_owned(),
                read_depends_on(part)?,
                part.get("output")
                    .as_ref()
                    .map(Output::read_part)
                    .transpose()?,
            )),
            (None, None) => Ok(Self::Think),
            (Some(_), Some(_)) => {
                Err(part.fault(ContractFault::Expected("one of `call` and `write`")))
            }
        }
    }
}

fn read_depends_on(part: &Part<'_>) -> Result<Option<Vec<usize>>, ContractError> {
    let Some(list) = part.get("depends_on") else {
        return Ok(None);
    };
    let steps = list.elements()?;
    let index = |step: &Part<'_>| {
        let index = step.count()?;
        // An index beyond all memory is one of no step.
        Ok(usize::try_from(index).unwrap_or(usize::MAX))
    };
    steps.iter().map(index).collect::<Result<_, _>>().map(Some)
}
