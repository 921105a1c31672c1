//! A worker: one process after the other over one share of the cases, until each has its verdict.

mod culprit;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::Ordering;
use std::time::Duration;

use recovery_reports::Verdict;

use super::contracts::{Contracts, troubled};
use super::conversation::{Conversation, End, Heard, Subject};
use super::decision::Decision;
use super::handshake::{self, HandshakeError};
use super::plan::{Plan, Stage};
use crate::case::{Ask, Case, Profile};
use crate::dialogue::Dialogue;
use crate::implementation::Remains;
use crate::protocol::Reply;

/// How many bytes of requests may be under way. Few enough for any memory, enough for every pipe to stay full.
const MAX_BYTES_UNDER_WAY: usize = 1024 * 1024;

/// How often an implementation may fail to come up in a row before it is given up.
const MAX_STARTS: usize = 3;

/// How long an implementation may take to end once its input has ended.
const FAREWELL: Duration = Duration::from_secs(2);

/// A worker.
pub(super) struct Worker<'l, 'a> {
    plan: &'a Plan<'l, 'a>,
    live: Option<Conversation<'l>>,
    next_id: u64,
    contracts: Contracts<'a>,
    /// Whether the contracts are loaded in the process that runs.
    is_loaded: bool,
    /// What cases come to once the implementation does not come up any more.
    given_up: Option<Decision>,
    /// The dialogues that are under way, by the index of their case.
    dialogues: BTreeMap<usize, Dialogue<'a>>,
    /// The cases whose dialogue has heard a reply and goes on.
    going_on: Vec<usize>,
    share: Share,
}

/// What a worker brings back.
pub(super) struct Share {
    /// By the index of the case; none for those of other workers.
    pub(super) decisions: Vec<Option<Decision>>,
    /// By the index of the case: whether it was sent.
    pub(super) sent: Vec<bool>,
    /// The canaries that stood on standard error.
    pub(super) canaries: BTreeSet<String>,
}

impl<'l, 'a> Worker<'l, 'a> {
    /// A worker for a plan, with a conversation that has just begun if there is one already.
    pub(super) fn new(
        plan: &'a Plan<'l, 'a>,
        live: Option<Conversation<'l>>,
        next_id: u64,
    ) -> Self {
        Self {
            plan,
            next_id: live.as_ref().map_or(next_id, Conversation::next_id),
            live,
            contracts: Contracts::new(&plan.contracts),
            is_loaded: false,
            given_up: None,
            dialogues: BTreeMap::new(),
            going_on: Vec::new(),
            share: Share {
                decisions: vec![None; plan.cases.len()],
                sent: vec![false; plan.cases.len()],
                canaries: BTreeSet::new(),
            },
        }
    }

    /// Works through every `step`-th case of each stage, from `first` on, and ends the process.
    pub(super) fn run(mut self, first: usize, step: usize) -> Share {
        self.work(first, step);
        if let Some(conversation) = self.live.take() {
            let patience = self.plan.options.timeout.min(FAREWELL);
            let remains = conversation.finish(patience, &mut |heard| self.hear(heard));
            self.note(remains);
        }
        self.lay_contracts_on_cases();
        self.share
    }

    /// Works through all cases and leaves the process running, which comes back with the id of the next request.
    pub(super) fn run_on(mut self) -> (Share, Option<Conversation<'l>>, u64) {
        self.work(0, 1);
        self.lay_contracts_on_cases();
        let next_id = self
            .live
            .as_ref()
            .map_or(self.next_id, Conversation::next_id);
        (self.share, self.live, next_id)
    }

    fn work(&mut self, first: usize, step: usize) {
        for stage in &self.plan.stages {
            let cases = stage.cases.clone().skip(first).step_by(step);
            if stage.is_offered {
                self.run_stage(stage, cases.collect());
            } else {
                cases.for_each(|case| self.skip(case));
            }
        }
    }

    fn run_stage(&mut self, stage: &Stage, mut queue: VecDeque<usize>) {
        while !queue.is_empty() || self.is_waiting() {
            if !self.come_up(stage.profile) {
                if let Some(decision) = self.given_up.clone() {
                    for case in queue {
                        self.decide(case, decision.clone());
                    }
                }
                return;
            }
            self.fill(&mut queue);
            if !self.is_waiting() {
                continue;
            }
            match self.listen() {
                Ok(()) => {}
                Err(End::Interrupted) => {
                    self.abandon();
                    return;
                }
                Err(end) => self.part(&end, stage.profile),
            }
        }
    }

    fn is_waiting(&self) -> bool {
        self.live
            .as_ref()
            .is_some_and(|conversation| conversation.requests_under_way() > 0)
    }

    /// Asks as many cases as may be under way. Waits until half of the window is free, so that requests go out in
    /// batches.
    fn fill(&mut self, queue: &mut VecDeque<usize>) {
        let Some(mut conversation) = self.live.take() else {
            return;
        };
        if conversation.requests_under_way() <= self.plan.window / 2 {
            while conversation.requests_under_way() < self.plan.window
                && conversation.bytes_under_way() < MAX_BYTES_UNDER_WAY
                && let Some(case) = queue.pop_front()
            {
                self.ask(&mut conversation, case);
            }
        }
        self.live = Some(conversation);
    }

    /// Asks a case, unless its verdict is known without.
    fn ask(&mut self, conversation: &mut Conversation<'l>, case: usize) {
        if self.is_beyond(case) {
            return;
        }
        if let Some(decision) = self
            .plan
            .contracts_of(case)
            .find_map(|contract| self.contracts.verdict(contract))
        {
            self.decide(case, decision);
            return;
        }
        if let (Some(subject), Some(sent)) =
            (self.plan.cases.get(case), self.share.sent.get_mut(case))
        {
            *sent = true;
            if let Ask::Session(_) = &subject.ask {
                self.begin(conversation, case, subject);
            } else {
                conversation.ask(Subject::Case(case), &self.plan.request(subject));
            }
        }
    }

    /// Begins the dialogue of a case. One that was under way when a process ended begins anew like this.
    fn begin(&mut self, conversation: &mut Conversation<'l>, index: usize, case: &'a Case) {
        // No id is given twice in a process, so neither is the name.
        let name = format!("s{}", conversation.next_id());
        if let Some(dialogue) = Dialogue::new(case, self.plan.texts(), name) {
            self.dialogues.insert(index, dialogue);
            self.go_on(conversation, index);
        }
    }

    /// Asks the next request of a dialogue. It has one under way at a time, so its requests stay in order.
    fn go_on(&mut self, conversation: &mut Conversation<'l>, index: usize) {
        if let Some(dialogue) = self.dialogues.get_mut(&index) {
            dialogue.ask(|request| conversation.ask(Subject::Case(index), request));
        }
    }

    /// Whether a case lies beyond a horizon, where its verdict is told by others.
    fn is_beyond(&self, case: usize) -> bool {
        self.plan.horizon.is_behind_hangs(case) || self.plan.horizon.is_behind_failure(case)
    }

    fn listen(&mut self) -> Result<(), End> {
        let Some(mut conversation) = self.live.take() else {
            return Ok(());
        };
        let heard = conversation.listen(&mut |heard| self.hear(heard));
        // Also where the conversation has come to an end: what goes on is under way, and is asked again as that.
        for case in std::mem::take(&mut self.going_on) {
            self.go_on(&mut conversation, case);
        }
        self.live = Some(conversation);
        heard
    }

    fn hear(&mut self, heard: Heard<'_>) {
        let options = self.plan.options;
        match heard {
            Heard::Reply(Subject::Case(index), reply, line) => {
                let Some(case) = self.plan.cases.get(index) else {
                    return;
                };
                if let Ask::Session(_) = &case.ask {
                    self.hear_dialogue(index, &reply, line);
                    return;
                }
                let texts = self.plan.texts();
                let mut decision = Decision::of_reply(case, texts, &reply, options.visibility);
                decision.reply = options.keep_replies.then(|| line.to_owned());
                self.decide(index, decision);
            }
            Heard::Garbage(Subject::Case(index), fault, line) => {
                let mut decision = Decision::of_garbage(&fault, line, options.visibility);
                decision.reply = options.keep_replies.then(|| line.to_owned());
                self.decide(index, decision);
            }
            Heard::Reply(Subject::Contract(index), reply, _) => {
                self.contracts.note_reply(index, &reply.answer);
            }
            Heard::Garbage(Subject::Contract(index), fault, line) => {
                let trouble = Decision::of_garbage(&fault, line, options.visibility);
                self.contracts.set(index, troubled(trouble));
            }
        }
    }

    /// Tells a dialogue what was answered; decides its case if it is over.
    fn hear_dialogue(&mut self, index: usize, reply: &Reply<'_>, line: &str) {
        let Some(dialogue) = self.dialogues.get_mut(&index) else {
            return;
        };
        let over = match dialogue.hear(&reply.answer, line) {
            Ok(true) => {
                self.going_on.push(index);
                return;
            }
            Ok(false) => None,
            Err(flaw) => Some(flaw),
        };
        let found = dialogue.judge().err();
        let flaws = over.into_iter().chain(found);
        let flaw = flaws.min_by_key(|flaw| flaw.fault.verdict());
        let decision = Decision::of_dialogue(dialogue, flaw.as_ref(), self.plan.options.visibility);
        self.decide(index, decision);
    }

    fn decide(&mut self, index: usize, mut decision: Decision) {
        if let Some(dialogue) = self.dialogues.remove(&index) {
            self.going_on.retain(|case| *case != index);
            if self.plan.options.keep_replies {
                // What is right is related to other cases by its steps; what is wrong is shown with all that was said.
                let said = match decision.verdict {
                    Verdict::Pass => dialogue.replies_to_steps().join("\n"),
                    _ => dialogue.replies().join("\n"),
                };
                decision.reply = Some(said);
            }
            if decision.verdict != Verdict::Pass || self.plan.options.keep_replies {
                decision.requests = dialogue.requests().to_vec();
                decision.replies = dialogue.replies().to_vec();
            }
        }
        let (Some(case), Some(slot)) = (
            self.plan.cases.get(index),
            self.share.decisions.get_mut(index),
        ) else {
            return;
        };
        if decision.verdict == Verdict::Hang {
            self.plan.horizon.note_hang(index);
        }
        if let Some(ends_run) = self.plan.options.ends_run
            && ends_run(&case.id, decision.verdict)
        {
            self.plan.horizon.note_failure(index);
        }
        if slot.replace(decision).is_none() {
            (self.plan.options.progress)(1);
        }
    }

    fn skip(&mut self, case: usize) {
        let why = "the implementation does not name this profile";
        self.decide(case, Decision::unsent(Verdict::Skip, why));
    }

    /// Sees to it that a process runs and has the contracts loaded that the profile needs. False if it would not come
    /// up any more, or the run is interrupted.
    fn come_up(&mut self, profile: Profile) -> bool {
        let mut failures = 0;
        while self.given_up.is_none() {
            if self.plan.interrupted.load(Ordering::Relaxed) {
                self.abandon();
                return false;
            }
            if self.live.is_none() {
                let options = self.plan.options;
                match handshake::open(
                    self.plan.launcher,
                    &self.plan.planted,
                    self.next_id,
                    options.timeout,
                    self.plan.interrupted,
                ) {
                    Ok((conversation, _)) => self.live = Some(conversation),
                    Err(HandshakeError::Interrupted) => return false,
                    Err(error) => {
                        failures += 1;
                        if failures == MAX_STARTS {
                            self.given_up = Some(Decision::given_up(MAX_STARTS, &error));
                        }
                        continue;
                    }
                }
                self.is_loaded = false;
            }
            if self.is_loaded || profile == Profile::Parse {
                return true;
            }
            self.load_contracts();
        }
        false
    }

    /// Loads the contracts, one at a time so that it is clear which of them ends a process. A contract that does is
    /// not loaded again.
    fn load_contracts(&mut self) {
        for index in 0..self.plan.contracts.len() {
            let Some(request) = self.contracts.request(index) else {
                continue;
            };
            if let Some(conversation) = &mut self.live {
                conversation.ask(Subject::Contract(index), &request);
            }
            while self.is_waiting() {
                let Err(end) = self.listen() else {
                    continue;
                };
                if end == End::Interrupted {
                    self.abandon();
                } else if let Some((_, trouble)) = self.take_leave(&end) {
                    self.contracts.note_trouble(index, trouble);
                }
                return;
            }
        }
        self.is_loaded = true;
    }

    /// Ends the process that runs, because the run ends.
    fn abandon(&mut self) {
        if let Some(conversation) = self.live.take() {
            let remains = conversation.close();
            self.note(remains);
        }
    }

    fn note(&mut self, remains: Remains) {
        self.share.canaries.extend(remains.canaries);
    }

    /// Lays trouble that a contract made, at any time, on all cases that need it, so that it does not depend on how
    /// many of them came before.
    fn lay_contracts_on_cases(&mut self) {
        for case in 0..self.plan.cases.len() {
            let trouble = self
                .plan
                .contracts_of(case)
                .find_map(|contract| self.contracts.trouble(contract));
            let is_worse = |decision: &Decision| {
                trouble
                    .as_ref()
                    .is_some_and(|trouble| trouble.verdict < decision.verdict)
            };
            if let Some(Some(decision)) = self.share.decisions.get_mut(case)
                && is_worse(decision)
                && let Some(trouble) = trouble
            {
                *decision = trouble;
            }
        }
    }
}
