//! What a replay shows: the requests, what is expected, the reply, the difference and the verdict; of a stored
//! counterexample all that was asked, one after the other.

use std::collections::BTreeMap;
use std::io::{self, Write};

use recovery_conformance::case::Case;
use recovery_conformance::explore::{Counterexample, Stored};
use recovery_conformance::reporting::expected_fully;
use recovery_conformance::reproduce::{conversation, requests};
use recovery_conformance::runner::Run;
use recovery_reports::report::{self, Report};
use recovery_reports::{Text, Visibility, lines};
use serde::Serialize;

use super::flags::Format;

/// All of one case.
#[derive(Serialize)]
pub(super) struct Shown {
    requests: Vec<Text>,
    reply: Option<Text>,
    /// Of a session the reply to each of its requests, which are the last ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replies: Vec<Text>,
    /// How many requests are those of a session.
    #[serde(skip)]
    led: usize,
    #[serde(skip_serializing_if = "String::is_empty")]
    why: String,
    case: Option<report::Case>,
    faults: Vec<String>,
}

impl Shown {
    pub(super) fn new(
        case: &Case,
        run: &Run<'_>,
        report: &Report,
        contracts: &BTreeMap<String, String>,
        visibility: Visibility,
    ) -> Self {
        // A replay is there to show everything, however long.
        let whole = |text: String| match visibility {
            Visibility::Shown => Text::Whole(text),
            Visibility::Hidden => visibility.text(&text),
        };
        let mut entry = report.cases.first().cloned();
        if let Some(entry) = &mut entry {
            entry.expected = expected_fully(case, visibility);
        }
        let decision = run
            .results
            .first()
            .and_then(|(_, decision)| decision.as_ref());
        let reply = decision.and_then(|decision| decision.reply.clone());
        let dialogue = decision.map_or(&[][..], |decision| &decision.requests);
        let replies = decision.map_or(&[][..], |decision| &decision.replies);
        Self {
            led: dialogue.len(),
            replies: replies.iter().cloned().map(whole).collect(),
            requests: requests(case, dialogue, contracts)
                .into_iter()
                .map(whole)
                .collect(),
            reply: reply.map(whole),
            why: case.note.clone(),
            case: entry,
            faults: report.faults.clone(),
        }
    }

    pub(super) fn print(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Json => lines::write(out, self),
            Format::Text => self.print_text(out),
        }
    }

    fn print_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let before = self.requests.len().saturating_sub(self.led);
        for (index, request) in self.requests.iter().enumerate() {
            writeln!(out, "request     {request}")?;
            let reply = index.checked_sub(before);
            if let Some(reply) = reply.and_then(|index| self.replies.get(index)) {
                writeln!(out, "reply       {reply}")?;
            }
        }
        let Some(case) = &self.case else {
            return writeln!(out, "no verdict: the run was interrupted");
        };
        match &self.reply {
            // Each reply of a session stands under its request.
            _ if !self.replies.is_empty() => {}
            Some(reply) => writeln!(out, "reply       {reply}")?,
            None => writeln!(out, "reply       none")?,
        }
        if !case.requirements.is_empty() {
            writeln!(out, "tests       {}", case.requirements.join(", "))?;
        }
        writeln!(
            out,
            "expected    {}",
            serde_json::to_string(&case.expected)?
        )?;
        if let Some(difference) = &case.difference {
            writeln!(out, "difference  {difference}")?;
            writeln!(out, "            {}", serde_json::to_string(difference)?)?;
        }
        if let Some(said) = &case.got.standard_error {
            writeln!(out, "stderr      {said}")?;
        }
        if !self.why.is_empty() {
            writeln!(out, "why         {}", self.why)?;
        }
        let note = case
            .note
            .as_ref()
            .map(|note| format!(": {note}"))
            .unwrap_or_default();
        writeln!(out, "verdict     {}{note}", case.verdict)?;
        if let Some(reproduce) = &case.reproduce {
            writeln!(out, "reproduce   {reproduce}")?;
        }
        self.faults
            .iter()
            .try_for_each(|fault| writeln!(out, "{fault}"))
    }
}

/// All of a counterexample that was asked again.
pub(super) fn print_counterexample(
    stored: &Stored,
    again: &Counterexample,
    visibility: Visibility,
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    let whole = |text: &str| match visibility {
        Visibility::Shown => Text::Whole(text.to_owned()),
        Visibility::Hidden => visibility.text(text),
    };
    let asked = again.asked.iter().map(|(case, decision)| {
        let dialogue = decision
            .as_ref()
            .map_or(&[][..], |decision| &decision.requests);
        (case, dialogue)
    });
    let requests = conversation(asked, &again.contracts);
    let asked = again.asked.iter().zip(requests);
    let entries = asked.map(|((case, decision), requests)| Entry {
        requests: requests.iter().map(|line| whole(line)).collect(),
        expected: expected_fully(case, visibility),
        reply: decision
            .as_ref()
            .and_then(|decision| Some(whole(decision.reply.as_deref()?))),
        verdict: decision
            .as_ref()
            .map(|decision| decision.verdict.name())
            .unwrap_or_default(),
        note: decision.as_ref().and_then(|decision| decision.note.clone()),
    });
    let entries: Vec<_> = entries.collect();
    let verdict = again.kind.verdict;
    if format == Format::Json {
        let all = serde_json::json!({
            "id": stored.id, "verdict": verdict, "why": again.why(), "asked": entries,
        });
        return lines::write(out, &all);
    }
    writeln!(out, "counterexample {} of seed {}", stored.id, stored.seed)?;
    for entry in entries {
        for request in &entry.requests {
            writeln!(out, "request     {request}")?;
        }
        match &entry.reply {
            Some(reply) => writeln!(out, "reply       {reply}")?,
            None => writeln!(out, "reply       none")?,
        }
        let expected = serde_json::to_string(&entry.expected)?;
        writeln!(out, "expected    {expected}")?;
        let note = entry.note.map(|note| format!(": {note}"));
        writeln!(
            out,
            "judged      {}{}",
            entry.verdict,
            note.unwrap_or_default()
        )?;
    }
    writeln!(out, "verdict     {verdict}: {}", again.why())
}

/// A case of a counterexample.
#[derive(Serialize)]
struct Entry {
    requests: Vec<Text>,
    expected: report::Expected,
    reply: Option<Text>,
    verdict: &'static str,
    note: Option<String>,
}
