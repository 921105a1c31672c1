//! The course of a session, one line a step.

use std::io::{self, Write};

use response_recovery::session::{Call, CallKind, Execute, Record, Session, Stop};

use super::script::Ends;
use crate::raw;
use crate::told;

/// Where the course is written.
pub(crate) struct Course<W> {
    out: W,
    /// Whether texts are printed as well.
    raw: bool,
}

impl<W: Write> Course<W> {
    pub(crate) const fn new(out: W, raw: bool) -> Self {
        Self { out, raw }
    }

    /// A call that goes out, and what its prompt says about the answer before.
    pub(crate) fn call(&mut self, call: &Call, session: &Session) -> io::Result<()> {
        let mut line = format!(
            "{}, provider {}, prompt of {} characters",
            call.kind.name(),
            raw::one_line(&call.provider),
            call.prompt.chars().count()
        );
        if call.kind == CallKind::Regular {
            if let Some((category, path)) = session.notice() {
                line.push_str(&raw::one_line(&format!(
                    ", notice: {category} at \"{path}\""
                )));
            }
            if let Some(hint) = told::rules(session.hint()) {
                line = format!("{line}, hint: {hint}");
            }
        }
        self.step(&call.id, &line)?;
        self.text(&call.prompt)
    }

    /// A call that was closed.
    pub(crate) fn closed(&mut self, record: &Record) -> io::Result<()> {
        let mut line = told::outcome(record);
        if let Some(rules) = told::rules(&record.rules) {
            line = format!("{line}, rules: {rules}");
        }
        self.step("", &line)?;
        self.text(record.response.as_deref().unwrap_or_default())
    }

    /// An action that is carried out.
    pub(crate) fn action(&mut self, execute: &Execute) -> io::Result<()> {
        let line = format!("{}, {}", raw::one_line(&execute.tool), execute.action);
        self.step("action", &line)?;
        self.text(&execute.arguments)
    }

    /// What an action returned.
    pub(crate) fn result(&mut self, output: &str, rebound: bool) -> io::Result<()> {
        let bindings = if rebound { ", new bindings" } else { "" };
        let length = output.chars().count();
        self.step("", &format!("result of {length} characters{bindings}"))?;
        self.text(output)
    }

    /// The end of the session.
    pub(crate) fn stop(&mut self, stop: &Stop) -> io::Result<()> {
        let checked: Vec<&str> = stop.checked.names().collect();
        let checked = if checked.is_empty() {
            "nothing".to_owned()
        } else {
            checked.join(" ")
        };
        let line = format!(
            "{}, checked: {checked}, next step: {}",
            stop.reason.name(),
            stop.next_step.name()
        );
        self.step("stop", &line)
    }

    /// How the session ended, beside how it should have.
    pub(crate) fn ends(&mut self, due: &Ends, is: &Ends) -> io::Result<()> {
        if due == is {
            return writeln!(self.out, "ends as the script says: {is}");
        }
        writeln!(self.out, "ends otherwise: {is}; the script says: {due}")
    }

    /// A turn that the session cannot take.
    pub(crate) fn misfit(&mut self, turn: usize, why: &str) -> io::Result<()> {
        writeln!(self.out, "turn {turn} of the script does not fit: {why}")
    }

    fn step(&mut self, subject: &str, line: &str) -> io::Result<()> {
        writeln!(self.out, "{subject:8}{line}")
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        if self.raw && !text.is_empty() {
            write!(self.out, "{}", raw::quoted(text))?;
        }
        Ok(())
    }
}
