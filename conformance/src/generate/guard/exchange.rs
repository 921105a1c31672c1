//! One output of a tool in the making, with what is known of it by construction: which gates it fails.

use std::collections::BTreeMap;

use super::world::World;
use crate::case::{Gate, GuardDue, Output, OutputReason, VerdictDue};
use crate::generate::{Choices, Json, Spelling};

/// An output in the making. Whatever is done to it says which gate it fails from then on.
#[derive(Debug, Clone)]
pub(super) struct Exchange {
    /// What the body says, until it is spelled out.
    pub(super) json: Json,
    /// The body once it is spelled out.
    pub(super) body: Vec<u8>,
    /// The transport and the status.
    pub(super) transport: Transport,
    /// The content type as it stands.
    pub(super) content_type: Option<String>,
    /// The gates that it fails but for that of the size, each with the reasons of which any one is right.
    faults: BTreeMap<Gate, Vec<OutputReason>>,
    /// What was done to it, by name.
    pub(super) malformations: Vec<&'static str>,
    /// The requirements that it tests.
    pub(super) requirements: Vec<&'static str>,
}

/// How the transport went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transport {
    Timeout,
    Unreachable,
    Status(u16),
}

impl Exchange {
    /// A valid output of a tool.
    pub(super) fn valid(world: &World, choices: &mut Choices<'_>) -> Self {
        Self {
            json: world.answer(choices),
            body: Vec::new(),
            transport: Transport::Status(200),
            content_type: Some(world.media_type(choices).to_owned()),
            faults: BTreeMap::new(),
            malformations: Vec::new(),
            requirements: vec!["GRD-1"],
        }
    }

    /// Spells the body out.
    pub(super) fn spell(&mut self, spelling: Spelling) {
        self.body = spelling.spell(&self.json).response.into_bytes();
    }

    /// Notes what was done to it.
    pub(super) fn note(&mut self, malformation: &'static str, requirements: &[&'static str]) {
        self.malformations.push(malformation);
        for requirement in requirements {
            if !self.requirements.contains(requirement) {
                self.requirements.push(requirement);
            }
        }
    }

    /// It fails the gate of these reasons, of which any one is right.
    pub(super) fn fail(&mut self, reasons: Vec<OutputReason>) {
        if let Some(reason) = reasons.first() {
            self.faults.insert(reason.gate(), reasons);
        }
    }

    /// How many characters the gate of the size counts: the bytes that begin one (REQ GRD-4).
    pub(super) fn characters(&self) -> usize {
        let continues = |byte: &&u8| (0x80..0xc0).contains(*byte);
        self.body.len() - self.body.iter().filter(continues).count()
    }

    /// The verdict under the contract of a tool.
    pub(super) fn verdict(&self, world: &World) -> VerdictDue {
        let mut faults = self.faults.clone();
        if let Some(most) = world.max_chars {
            if self.characters() > most {
                faults.insert(Gate::Size, vec![OutputReason::OutputTooLarge]);
            } else if self.body.len() > 4 * most {
                // No text of so many bytes has so few characters, so a reader may stop before it knows which it is.
                let either = vec![OutputReason::OutputTooLarge, OutputReason::InvalidJson];
                faults.insert(Gate::Size, either);
            }
        }
        match faults.into_iter().next() {
            None => VerdictDue::Valid,
            Some((Gate::Transport, reasons)) => VerdictDue::ToolFailure(reasons),
            Some((_, reasons)) => VerdictDue::Corrupt(reasons),
        }
    }

    /// What is due where it is sent alone.
    pub(super) fn due(&self, world: &World) -> GuardDue {
        GuardDue {
            verdict: self.verdict(world),
            or_corrupt: Vec::new(),
        }
    }

    /// The output as it is sent.
    pub(super) fn output(&self) -> Output {
        match self.transport {
            Transport::Timeout => Output::Timeout,
            Transport::Unreachable => Output::Unreachable,
            Transport::Status(status) => {
                Output::answer(status, self.content_type.as_deref(), self.body.clone())
            }
        }
    }

    /// What was done to it, by its class.
    pub(super) fn class(&self) -> String {
        self.malformations.join("+")
    }
}
