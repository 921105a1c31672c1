//! A run in the making: each step is drawn, and the model says what must come of it.

use std::collections::BTreeMap;

use super::answered;
use super::course::{Course, OnCorruption};
use super::exchange::Exchange;
use super::faults::Faults;
use super::policy::Policy;
use super::world::World;
use crate::case::{Ask, Case, Expectation, Origin, Profile, Run, RunDue, RunStep, VerdictDue};
use crate::generate::{Choices, Scene};

/// The tools that read; the last is the one that others fall back to.
pub(super) const READERS: [&str; 3] = [
    "crm.get_profile",
    "billing.get_payment",
    "cache.get_profile",
];

/// Those that write.
pub(super) const WRITERS: [&str; 2] = ["crm.update", "mail.send"];

/// A tool without a contract.
const STRANGER: &str = "shell.run";

/// A run in the making: the tools, the policy, the steps so far and what must come of them.
#[derive(Debug, Clone)]
pub(super) struct Led {
    worlds: BTreeMap<String, World>,
    pub(super) policy: Policy,
    pub(super) steps: Vec<RunStep>,
    pub(super) course: Course,
    malformations: Vec<&'static str>,
}

impl Led {
    /// A run of which no step was made.
    pub(super) fn begin(choices: &mut Choices<'_>) -> Self {
        let policy = Policy::any(choices);
        let readers = READERS.map(|tool| (tool, false));
        let writers = WRITERS.map(|tool| (tool, true));
        let worlds = readers.into_iter().chain(writers).map(|(tool, writes)| {
            let world = World::any(tool, writes, choices);
            (tool.to_owned(), world)
        });
        Self {
            worlds: worlds.collect(),
            course: Course::new(policy.on_corruption.unwrap_or(OnCorruption::Stop)),
            policy,
            steps: Vec::new(),
            malformations: Vec::new(),
        }
    }

    /// Any step.
    pub(super) fn step(&mut self, choices: &mut Choices<'_>) {
        match choices.upto(9) {
            0..4 => self.call(choices),
            4 => self.think(),
            5..8 => self.write(choices),
            8 => self.call_of_writer(choices),
            _ => self.stranger(choices),
        }
    }

    fn think(&mut self) {
        self.steps.push(RunStep::Think);
        self.course.think();
    }

    /// A call of a tool that reads, with a few outputs for its tries.
    fn call(&mut self, choices: &mut Choices<'_>) {
        let tool = (*choices.pick(&READERS)).to_owned();
        let depends_on = self.depends_on(choices);
        let mut outputs = 1;
        while choices.more(outputs, 4) {
            outputs += 1;
        }
        let (most, fallback) = self.policy.of(&tool);
        let fallback = fallback.map(str::to_owned);
        let (mut sent, mut verdicts, mut used) = (Vec::new(), Vec::new(), None);
        let mut is_open = true;
        for number in 0..outputs {
            let takes_over = number >= most;
            let taker = match (&fallback, takes_over) {
                (Some(fallback), true) => fallback,
                _ => &tool,
            };
            let (exchange, verdict) = self.exchange(taker, outputs > 1, choices);
            sent.push(exchange.output());
            let is_taken = is_open && !self.course.has_ended && (!takes_over || fallback.is_some());
            if is_taken {
                self.malformations.extend(&exchange.malformations);
                used = takes_over.then(|| taker.clone());
                is_open = !takes_over && matches!(verdict, VerdictDue::ToolFailure(_));
                verdicts.push(verdict);
            }
        }
        if self.course.has_ended {
            self.course.think();
        } else {
            self.course.call(verdicts, used, depends_on.as_deref());
        }
        self.steps.push(RunStep::Call {
            tool,
            outputs: sent,
            depends_on,
        });
    }

    /// A write, mostly of a tool that may.
    fn write(&mut self, choices: &mut Choices<'_>) {
        let tool = *choices.pick(&[WRITERS[0], WRITERS[1], READERS[0], STRANGER]);
        let depends_on = self.depends_on(choices);
        let has_contract = WRITERS.contains(&tool);
        let is_allowed = self.course.may_write(has_contract, depends_on.as_deref());
        let output =
            (tool != STRANGER && choices.one_in(2)).then(|| self.exchange(tool, false, choices));
        let (output, verdict) = match output {
            Some((exchange, verdict)) => (Some(exchange.output()), Some(verdict)),
            None => (None, None),
        };
        self.course
            .write(is_allowed, verdict.filter(|_| is_allowed));
        self.steps.push(RunStep::Write {
            tool: tool.to_owned(),
            depends_on,
            output,
        });
    }

    /// A call of a tool that writes, which counts as a write.
    fn call_of_writer(&mut self, choices: &mut Choices<'_>) {
        if self.course.has_ended {
            // Whether it is told as a call or as a write that is not made is left open.
            return self.think();
        }
        let tool = WRITERS[0];
        let depends_on = self.depends_on(choices);
        let is_allowed = self.course.may_write(true, depends_on.as_deref());
        let (exchange, verdict) = self.exchange(tool, false, choices);
        self.course.write(is_allowed, is_allowed.then_some(verdict));
        self.steps.push(RunStep::Call {
            tool: tool.to_owned(),
            outputs: vec![exchange.output()],
            depends_on,
        });
    }

    /// A call of a tool without a contract.
    fn stranger(&mut self, choices: &mut Choices<'_>) {
        let world = &self.worlds[READERS[0]];
        let exchange = Faults::none().exchange(world, choices);
        self.course.refuse();
        self.steps.push(RunStep::Call {
            tool: STRANGER.to_owned(),
            outputs: vec![exchange.output()],
            depends_on: None,
        });
    }

    /// A step with one output at most, which is judged whatever the policy; with it, what that comes to.
    pub(super) fn simple_step(
        &mut self,
        verdicts: &mut Vec<VerdictDue>,
        choices: &mut Choices<'_>,
    ) {
        match choices.upto(3) {
            0 | 1 => {
                let tool = (*choices.pick(&READERS)).to_owned();
                let depends_on = self.depends_on(choices);
                let (exchange, verdict) = self.exchange(&tool, false, choices);
                self.malformations.extend(&exchange.malformations);
                verdicts.push(verdict.clone());
                self.course.call(vec![verdict], None, depends_on.as_deref());
                self.steps.push(RunStep::Call {
                    tool,
                    outputs: vec![exchange.output()],
                    depends_on,
                });
            }
            2 => {
                let depends_on = self.depends_on(choices);
                let is_allowed = self.course.may_write(true, depends_on.as_deref());
                self.course.write(is_allowed, None);
                self.steps.push(RunStep::Write {
                    tool: WRITERS[0].to_owned(),
                    depends_on,
                    output: None,
                });
            }
            _ => self.think(),
        }
    }

    /// Takes a step of another run, with what its output comes to.
    pub(super) fn follow(&mut self, step: RunStep, verdicts: Vec<VerdictDue>) {
        match &step {
            RunStep::Call { .. } if self.course.has_ended => self.course.think(),
            RunStep::Call { depends_on, .. } => {
                self.course.call(verdicts, None, depends_on.as_deref());
            }
            RunStep::Write { depends_on, .. } => {
                let is_allowed = self.course.may_write(true, depends_on.as_deref());
                self.course.write(is_allowed, None);
            }
            RunStep::Think | RunStep::Both { .. } => self.course.think(),
        }
        self.steps.push(step);
    }

    /// An output for a tool, and what it comes to. One that is tried more than once mostly fails.
    fn exchange(
        &self,
        tool: &str,
        is_tried_again: bool,
        choices: &mut Choices<'_>,
    ) -> (Exchange, VerdictDue) {
        let kind = choices.upto(if is_tried_again { 5 } else { 3 });
        let faults = match kind {
            2 => Faults::one(choices),
            _ => Faults::none(),
        };
        let world = &self.worlds[tool];
        let mut exchange = faults.exchange(world, choices);
        if kind > 2 {
            answered::failure(&mut exchange, choices);
        }
        let verdict = exchange.verdict(world);
        (exchange, verdict)
    }

    /// What a step says that it rests on: mostly nothing, or earlier steps; sometimes one that is none.
    fn depends_on(&self, choices: &mut Choices<'_>) -> Option<Vec<u64>> {
        let now = self.steps.len();
        let kind = choices.upto(4);
        if kind < 2 {
            return None;
        }
        let mut steps = Vec::new();
        while now > 0 && choices.more(steps.len(), 3) {
            steps.push(choices.upto(now - 1) as u64);
        }
        if kind == 4 && choices.one_in(3) {
            steps.push((now + choices.upto(1)) as u64);
        }
        Some(steps)
    }

    /// The run as a case.
    pub(super) fn case(self) -> Case {
        let policy = self.policy.text();
        let mut class: Vec<&str> = Vec::new();
        for name in self.malformations {
            if !class.contains(&name) {
                class.push(name);
            }
        }
        Case {
            id: String::new(),
            origin: Origin::Generated,
            profile: Profile::Guard,
            requirements: ["GRD-5", "GRD-7", "GRD-10"].map(str::to_owned).to_vec(),
            class: class.join("+"),
            ask: Ask::Run(Run {
                contracts: self
                    .worlds
                    .keys()
                    .map(|tool| (tool.clone(), tool.clone()))
                    .collect(),
                policy,
                steps: self.steps,
            }),
            expect: Expectation::Run(RunDue::Led(self.course.due())),
            note: String::new(),
        }
    }

    /// The scene of cases that have these tools.
    pub(super) fn scene(&self, cases: Vec<Case>) -> Scene {
        let contracts = self.worlds.iter();
        Scene {
            contracts: contracts
                .map(|(tool, world)| (tool.clone(), world.contract()))
                .collect(),
            cases,
        }
    }
}
