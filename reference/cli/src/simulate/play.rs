//! A session at play: each turn of the script becomes an event, is stored, and only then acted on.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use response_recovery::session::{CallKind, Command, Event, Session};
use response_recovery_store::Store;

use super::script::{Ends, Script, Turn, Waits};
use super::tell::Course;
use crate::failure::Failure;
use crate::{input, quarantine};

/// A session, its script, and where its course and its log go.
pub(crate) struct Play<'s, W> {
    script: &'s Script,
    session: Session,
    open: Option<Command>,
    store: Option<Store>,
    course: Course<W>,
    /// What went out so far.
    is: Ends,
}

impl<'s, W: Write> Play<'s, W> {
    /// Begins the session that the script is about.
    pub(crate) fn open(
        script: &'s Script,
        audit: Option<&Path>,
        raw: bool,
        out: W,
    ) -> Result<Self, Failure> {
        let text = input::text(&script.contract)?;
        let contract = Arc::new(input::compile(&script.contract, &text)?);
        let (session, commands) =
            Session::open(contract, Some(&script.policy)).map_err(|source| Failure::Session {
                path: script.file.clone(),
                source,
            })?;
        let mut store = audit.map(Store::open).transpose()?;
        if let Some(store) = &mut store {
            store.begin(&script.name, &script.policy, &text, &session.checkpoint())?;
        }
        Ok(Self {
            script,
            session,
            open: commands.into_iter().next(),
            store,
            course: Course::new(out, raw),
            is: Ends {
                stopped: None,
                open: None,
                calls: 0,
                repairs: 0,
                actions: 0,
            },
        })
    }

    /// Plays every turn, and says whether the session went as the script says.
    pub(crate) fn run(mut self) -> Result<bool, Failure> {
        self.act()?;
        for (number, turn) in (1..).zip(&self.script.turns) {
            let event = match self.event(turn) {
                Ok(event) => event,
                Err(why) => {
                    self.course.misfit(number, &why)?;
                    return Ok(false);
                }
            };
            let closed = self.session.records().len();
            let refused = self.session.quarantined().len();
            match self.session.handle(event) {
                Ok(commands) => self.open = commands.into_iter().next(),
                Err(refused) => {
                    self.course.misfit(number, &refused.to_string())?;
                    return Ok(false);
                }
            }
            let new = self.session.records().get(closed..).unwrap_or_default();
            if let Some(store) = &mut self.store {
                // The body first: a checkpoint that tells of it is not stored without it.
                let refused = self.session.quarantined().get(refused..);
                quarantine::keep(store, refused.unwrap_or_default())?;
                store.save(&self.script.name, new, &self.session.checkpoint())?;
            }
            for record in new {
                self.course.closed(record)?;
            }
            if let Turn::Result(output, bindings) = turn {
                self.course.result(output, bindings.is_some())?;
            }
            self.act()?;
        }
        self.course.ends(&self.script.ends, &self.is)?;
        Ok(self.is == self.script.ends)
    }

    /// Tells what the session now wants. The answers come from the script, so telling is all.
    fn act(&mut self) -> Result<(), Failure> {
        self.is.open = self.open.as_ref().and_then(waits_for);
        match &self.open {
            Some(Command::Call(call)) => {
                self.is.calls += 1;
                self.is.repairs += usize::from(call.kind == CallKind::Repair);
                self.course.call(call, &self.session)?;
            }
            Some(Command::Execute(execute)) => {
                self.is.actions += 1;
                self.course.action(execute)?;
            }
            Some(Command::Stop(stop)) => {
                self.is.stopped = Some(stop.reason.name().to_owned());
                self.course.stop(stop)?;
            }
            None => {}
        }
        Ok(())
    }

    /// A turn as an event about what is open, or why it is none.
    fn event(&self, turn: &Turn) -> Result<Event, String> {
        match (turn, &self.open) {
            (Turn::Answer(text, finish), Some(Command::Call(call)))
                if call.kind == CallKind::Regular =>
            {
                Ok(Event::LlmResponse {
                    call: call.id.clone(),
                    text: text.clone(),
                    finish: *finish,
                })
            }
            (Turn::RepairAnswer(text, finish), Some(Command::Call(call)))
                if call.kind == CallKind::Repair =>
            {
                Ok(Event::LlmResponse {
                    call: call.id.clone(),
                    text: text.clone(),
                    finish: *finish,
                })
            }
            (Turn::TransportError(kind), Some(Command::Call(call))) => Ok(Event::TransportError {
                call: call.id.clone(),
                kind: *kind,
            }),
            (Turn::Result(output, bindings), Some(Command::Execute(execute))) => {
                Ok(Event::ToolResult {
                    action: execute.action.clone(),
                    output: output.clone(),
                    bindings: bindings.clone(),
                })
            }
            (turn, open) => {
                let waits = open.as_ref().and_then(waits_for);
                let waits = waits.map_or("nothing, it has stopped", Waits::name);
                Err(format!(
                    "it is a `{}`, and the session waits for: {waits}",
                    turn.name()
                ))
            }
        }
    }
}

/// What a session waits for that gave this command.
const fn waits_for(command: &Command) -> Option<Waits> {
    match command {
        Command::Call(call) => match call.kind {
            CallKind::Regular => Some(Waits::Call),
            CallKind::Repair => Some(Waits::Repair),
        },
        Command::Execute(_) => Some(Waits::Action),
        Command::Stop(_) => None,
    }
}
