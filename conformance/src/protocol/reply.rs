//! What an implementation answers.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::Malformed;
use super::command::{Command, State};
use super::guard::{self, Guarded, Metrics, Quarantine, RunReply, RunStepReply, RunStop};
use super::object::Object;

/// A reply to a request about a case or a contract, borrowed from its line.
#[derive(Debug, Clone)]
pub struct Reply<'a> {
    /// The id of the request that it answers.
    pub id: u64,
    /// What it says.
    pub answer: Answer<'a>,
}

/// What a reply says.
#[derive(Debug, Clone)]
pub enum Answer<'a> {
    /// The response is accepted.
    Accepted {
        /// The value as JSON text, as it stands in the line.
        value: &'a str,
        /// The normalized text.
        text: Option<Cow<'a, str>>,
        /// The rules applied, in order.
        rules: Option<Vec<AppliedRule<'a>>>,
        /// Where a rebuilt response comes from, as JSON text; [`Provenance::read`] reads it.
        repair: Option<&'a str>,
    },
    /// The response is rejected.
    Rejected {
        /// A category, then a colon and a detail, if any.
        reason: Cow<'a, str>,
        /// The error path.
        path: Option<Cow<'a, str>>,
        /// More about it.
        detail: Option<Cow<'a, str>>,
    },
    /// A repair call is wanted.
    Repair {
        /// The place to be repaired.
        path: Option<Cow<'a, str>>,
        /// The prompt of the call.
        prompt: Option<Cow<'a, str>>,
        /// The schema at that place, as JSON text.
        schema: Option<&'a str>,
        /// The normalized text.
        text: Option<Cow<'a, str>>,
        /// The rules applied, in order.
        rules: Option<Vec<AppliedRule<'a>>>,
    },
    /// An operation on a session is taken.
    Taken {
        /// What the caller has to do.
        commands: Vec<Command<'a>>,
        /// The state afterwards.
        state: State<'a>,
    },
    /// The checkpoint of a session.
    Checkpoint {
        /// The checkpoint.
        checkpoint: Cow<'a, str>,
    },
    /// The audit of a session.
    Audit {
        /// The records, each as JSON text.
        records: Vec<&'a str>,
        /// The hash of the last one.
        head: Cow<'a, str>,
        /// Every line logged or diagnosed so far.
        log: Vec<Cow<'a, str>>,
    },
    /// A tool's output is judged.
    Guarded(Guarded<'a>),
    /// A run is led.
    Run(RunReply<'a>),
    /// The contract is loaded.
    Loaded,
    /// The request failed.
    Error {
        /// Which error.
        name: Cow<'a, str>,
        /// More about it.
        detail: Option<Cow<'a, str>>,
    },
}

/// One application of a rule as an implementation reports it; any names are possible.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AppliedRule<'a> {
    /// The rule's name.
    #[serde(borrow)]
    pub rule: Cow<'a, str>,
    /// Where it applied.
    #[serde(borrow)]
    pub path: Cow<'a, str>,
}

/// A reply as it stands. Unknown fields are ignored, doubled ones are an error.
#[derive(Deserialize)]
struct Message<'a> {
    id: u64,
    #[serde(borrow)]
    outcome: Option<Text<'a>>,
    #[serde(borrow, default, deserialize_with = "present")]
    value: Option<&'a RawValue>,
    #[serde(borrow)]
    text: Option<Text<'a>>,
    #[serde(borrow)]
    rules: Option<Vec<Object<AppliedRule<'a>>>>,
    #[serde(borrow)]
    reason: Option<Text<'a>>,
    #[serde(borrow)]
    path: Option<Text<'a>>,
    #[serde(borrow)]
    detail: Option<Text<'a>>,
    #[serde(borrow)]
    error: Option<Text<'a>>,
    ok: Option<bool>,
    // What only some operations answer is looked at only where it is asked for.
    #[serde(borrow)]
    repair: Option<&'a RawValue>,
    #[serde(borrow)]
    prompt: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    schema: Option<&'a RawValue>,
    #[serde(borrow)]
    commands: Option<&'a RawValue>,
    #[serde(borrow)]
    state: Option<&'a RawValue>,
    #[serde(borrow)]
    checkpoint: Option<&'a RawValue>,
    #[serde(borrow)]
    records: Option<&'a RawValue>,
    #[serde(borrow)]
    head: Option<&'a RawValue>,
    #[serde(borrow)]
    log: Option<&'a RawValue>,
    #[serde(borrow)]
    verdict: Option<&'a RawValue>,
    #[serde(borrow)]
    stop_reason: Option<&'a RawValue>,
    #[serde(borrow)]
    quarantine: Option<&'a RawValue>,
    #[serde(borrow)]
    steps: Option<&'a RawValue>,
    #[serde(borrow)]
    metrics: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    stop: Option<&'a RawValue>,
}

/// A string that is borrowed where it has no escapes, also inside an `Option`.
#[derive(Deserialize)]
pub(super) struct Text<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// A value that is present even if it is `null`, which is a value like any other.
pub(super) fn present<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// The id alone, of a line that is no reply.
#[derive(Deserialize)]
struct Id {
    id: u64,
}

impl<'a> Reply<'a> {
    /// Reads one line, without its line end.
    ///
    /// # Errors
    /// [`Malformed`] if it is no message of the protocol.
    pub fn read(line: &'a str) -> Result<Self, Malformed> {
        let malformed = |error| Malformed::of(line, error);
        let Object(message) =
            serde_json::from_str::<Object<Message<'a>>>(line).map_err(malformed)?;
        Ok(Self {
            id: message.id,
            answer: message.answer(line)?,
        })
    }

    /// The id that a line names although it is no reply, nor even JSON: some writers spell numbers that JSON has not.
    #[must_use]
    pub fn id_of(line: &str) -> Option<u64> {
        match serde_json::from_str::<Object<Id>>(line) {
            Ok(Object(message)) => Some(message.id),
            Err(_) => id_at_the_start_of(line),
        }
    }
}

/// The id of a line that begins as every reply on the protocol page does.
fn id_at_the_start_of(line: &str) -> Option<u64> {
    let after_key = line
        .trim_start()
        .strip_prefix('{')?
        .trim_start()
        .strip_prefix(r#""id""#)?;
    let value = after_key.trim_start().strip_prefix(':')?.trim_start();
    let (id, _) = value.split_once(',')?;
    id.trim_end().parse().ok()
}

/// A part of a message, read where it is needed.
fn part<'a, T: Deserialize<'a>>(part: &'a RawValue) -> Result<T, Malformed> {
    serde_json::from_str(part.get()).map_err(|error| Malformed::of(part.get(), error))
}

impl<'a> Message<'a> {
    fn answer(self, line: &'a str) -> Result<Answer<'a>, Malformed> {
        let missing = |field, with| Malformed::Missing { field, with };
        match (&self.outcome, &self.error, self.ok) {
            (Some(_), None, None) => self.outcome(),
            (None, Some(_), None) => Ok(Answer::Error {
                name: text(self.error).unwrap_or_default(),
                detail: text(self.detail),
            }),
            (None, None, Some(true)) => Ok(Answer::Loaded),
            (None, None, None) => {
                if let Some(verdict) = self.verdict {
                    self.guarded(verdict, line)
                } else if let Some(steps) = self.steps {
                    self.run(steps, line)
                } else if let Some(commands) = self.commands {
                    let state = self.state.ok_or_else(|| missing("state", "commands"))?;
                    Ok(Answer::Taken {
                        commands: Command::read_all(part(commands)?)?,
                        state: part::<Object<State<'a>>>(state)?.0,
                    })
                } else if let Some(checkpoint) = self.checkpoint {
                    let Text(checkpoint) = part(checkpoint)?;
                    Ok(Answer::Checkpoint { checkpoint })
                } else if let Some(records) = self.records {
                    let head = self.head.ok_or_else(|| missing("head", "records"))?;
                    let log = self.log.ok_or_else(|| missing("log", "records"))?;
                    let records: Vec<&RawValue> = part(records)?;
                    let log: Vec<Text<'a>> = part(log)?;
                    Ok(Answer::Audit {
                        records: records.into_iter().map(RawValue::get).collect(),
                        head: part::<Text<'a>>(head)?.0,
                        log: log.into_iter().map(|Text(line)| line).collect(),
                    })
                } else {
                    Err(Malformed::Kind)
                }
            }
            _ => Err(Malformed::Kind),
        }
    }

    fn guarded(self, verdict: &'a RawValue, line: &'a str) -> Result<Answer<'a>, Malformed> {
        let reason = self.stop_reason.map(part::<Text<'a>>).transpose()?;
        let receipt = self.quarantine.map(part::<Object<Quarantine<'a>>>);
        Ok(Answer::Guarded(Guarded {
            verdict: guard::verdict(&part::<Text<'a>>(verdict)?.0)?,
            value: self.value.map(RawValue::get),
            stop_reason: reason.map(|Text(reason)| reason),
            quarantine: receipt.transpose()?.map(|Object(receipt)| receipt),
            line,
        }))
    }

    fn run(self, steps: &'a RawValue, line: &'a str) -> Result<Answer<'a>, Malformed> {
        let needed = |field: Option<&'a RawValue>, name| {
            field.ok_or(Malformed::Missing {
                field: name,
                with: "steps",
            })
        };
        let metrics = needed(self.metrics, "metrics")?;
        let stop = needed(self.stop, "stop")?;
        let stop = part::<Option<Object<RunStop<'a>>>>(stop)?;
        Ok(Answer::Run(RunReply {
            steps: RunStepReply::read_all(part(steps)?)?,
            metrics: part::<Object<Metrics<'a>>>(metrics)?.0,
            stop: stop.map(|Object(stop)| stop),
            line,
        }))
    }

    fn outcome(self) -> Result<Answer<'a>, Malformed> {
        let missing = |field, with| Malformed::Missing { field, with };
        let outcome = text(self.outcome).unwrap_or_default();
        match &*outcome {
            "accepted" => Ok(Answer::Accepted {
                value: self
                    .value
                    .ok_or_else(|| missing("value", "accepted"))?
                    .get(),
                text: text(self.text),
                rules: rules(self.rules),
                repair: self.repair.map(RawValue::get),
            }),
            "rejected" => Ok(Answer::Rejected {
                reason: text(self.reason).ok_or_else(|| missing("reason", "rejected"))?,
                path: text(self.path),
                detail: text(self.detail),
            }),
            "repair" => Ok(Answer::Repair {
                path: text(self.path),
                prompt: self
                    .prompt
                    .map(part)
                    .transpose()?
                    .map(|Text(prompt)| prompt),
                schema: self.schema.map(RawValue::get),
                text: text(self.text),
                rules: rules(self.rules),
            }),
            _ => Err(Malformed::Outcome),
        }
    }
}

fn text(text: Option<Text<'_>>) -> Option<Cow<'_, str>> {
    text.map(|Text(text)| text)
}

fn rules(rules: Option<Vec<Object<AppliedRule<'_>>>>) -> Option<Vec<AppliedRule<'_>>> {
    rules.map(|rules| rules.into_iter().map(|Object(rule)| rule).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_keeps_every_digit_and_null_is_one() {
        for (line, expected) in [
            (
                r#"{"id":1,"outcome":"accepted","value":1.50E+400}"#,
                "1.50E+400",
            ),
            (r#"{"id":1,"outcome":"accepted","value":null}"#, "null"),
            (
                r#"{"id":1,"outcome":"accepted","value":{"a":1,"a":2},"x":0}"#,
                r#"{"a":1,"a":2}"#,
            ),
        ] {
            let Answer::Accepted { value, .. } = Reply::read(line).unwrap().answer else {
                panic!("it is accepted: {line}");
            };
            assert_eq!(value, expected);
        }
    }

    #[test]
    fn what_is_no_message_is_refused() {
        for line in [
            "",
            "[]",
            "null",
            r#"[1,"accepted",1,"1",[],"","",null,null,null]"#,
            r#"{"id":1,"outcome":"accepted","value":1,"rules":[["fence",""]]}"#,
            r#"{"id":1}"#,
            r#"{"id":"1","ok":true}"#,
            r#"{"id":1.0,"ok":true}"#,
            r#"{"id":-1,"ok":true}"#,
            r#"{"id":1,"ok":false}"#,
            r#"{"id":1,"ok":true,"error":"x"}"#,
            r#"{"id":1,"outcome":"accepted"}"#,
            r#"{"id":1,"outcome":"rejected"}"#,
            r#"{"id":1,"outcome":"fine","value":1}"#,
            r#"{"id":1,"outcome":"accepted","value":1,"value":2}"#,
            r#"{"id":1,"outcome":"accepted","value":1,"text":"\ud800"}"#,
            r#"{"id":1,"outcome":"accepted","value":1,"rules":[{"rule":"fence"}]}"#,
            r#"{"id":1,"ok":true}{}"#,
        ] {
            assert!(Reply::read(line).is_err(), "{line}");
        }
        assert_eq!(Reply::id_of(r#"{"id":7,"outcome":"fine"}"#), Some(7));
        assert_eq!(
            Reply::id_of(r#"{"id": 7, "outcome": "accepted", "value": NaN}"#),
            Some(7)
        );
        for line in [
            "7",
            "[7]",
            "",
            r#"{"x":1,"id":7"#,
            r#"{"id":"7","value":NaN}"#,
        ] {
            assert_eq!(Reply::id_of(line), None, "{line}");
        }
    }

    #[test]
    fn a_number_that_json_does_not_have_is_named_as_such() {
        for (value, is_named) in [
            ("NaN", true),
            ("Infinity", true),
            ("-Infinity", true),
            (r#"{"a":[1,NaN]}"#, true),
            (r#""NaN" x"#, false),
            ("nan", false),
            ("-", false),
        ] {
            let line = format!(r#"{{"id":1,"outcome":"accepted","value":{value}}}"#);
            let why = Reply::read(&line).unwrap_err();
            let is_no_number = matches!(why, Malformed::NoNumber(_));
            assert_eq!(is_no_number, is_named, "{value}: {why}");
        }
    }

    #[test]
    fn optional_fields_may_be_null() {
        let reply = Reply::read(
            r#"{"id":1,"outcome":"rejected","reason":"parse","path":null,"error":null}"#,
        )
        .unwrap();
        assert!(matches!(reply.answer, Answer::Rejected { path: None, .. }));
    }
}
