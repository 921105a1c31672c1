//! A script: what LLMs and tools answer in turn, and how the session then ends. Its form is that of
//! `corpus/schema/session-script.schema.json`.

use std::fmt;
use std::path::{Path, PathBuf};

use response_recovery::Finish;
use response_recovery::session::TransportKind;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::failure::Failure;
use crate::input;

/// A script as it was read.
pub(crate) struct Script {
    /// Its file.
    pub(crate) file: PathBuf,
    /// The name that it goes by: that of its file, without what follows the last point.
    pub(crate) name: String,
    /// The file of the contract.
    pub(crate) contract: PathBuf,
    /// The policy document.
    pub(crate) policy: String,
    /// What comes in, in this order.
    pub(crate) turns: Vec<Turn>,
    /// How the session stands after the last turn.
    pub(crate) ends: Ends,
}

/// One thing that comes in.
pub(crate) enum Turn {
    /// An answer to the open regular call.
    Answer(String, Option<Finish>),
    /// An answer to the open repair call.
    RepairAnswer(String, Option<Finish>),
    /// No answer to the open call.
    TransportError(TransportKind),
    /// What the open action returned, and the bindings from then on.
    Result(String, Option<String>),
}

impl Turn {
    /// As a script has it.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Answer(..) => "answer",
            Self::RepairAnswer(..) => "repair_answer",
            Self::TransportError(_) => "transport_error",
            Self::Result(..) => "result",
        }
    }
}

/// How a session stands after the last turn.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ends {
    /// Why it stopped, by the name of the reason; none if it did not.
    pub(crate) stopped: Option<String>,
    /// What it waits for; none if it stopped.
    pub(crate) open: Option<Waits>,
    /// How many calls went out, each try and each repair call counted.
    pub(crate) calls: usize,
    /// How many of them were repair calls.
    pub(crate) repairs: usize,
    /// How many actions were carried out.
    pub(crate) actions: usize,
}

impl fmt::Display for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.stopped, self.open) {
            (Some(reason), _) => f.write_str(reason)?,
            (None, Some(waits)) => write!(f, "{} open", waits.name())?,
            (None, None) => f.write_str("nothing open")?,
        }
        let Self {
            calls,
            repairs,
            actions,
            ..
        } = self;
        write!(f, ", calls {calls}, repairs {repairs}, actions {actions}")
    }
}

/// What a session waits for.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Waits {
    /// The answer to a regular call.
    Call,
    /// The answer to a repair call.
    Repair,
    /// The result of an action.
    Action,
}

impl Waits {
    /// As a script has it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Repair => "repair",
            Self::Action => "action",
        }
    }
}

impl Script {
    /// Reads the script in a file, and finds what it names.
    pub(crate) fn read(file: &Path) -> Result<Self, Failure> {
        let faulty = |why: String| Failure::Script {
            path: file.to_owned(),
            why,
        };
        let text = input::text(file)?;
        let written: Written = serde_json::from_str(&text).map_err(|error| faulty(told(&error)))?;
        if written.script != 1 {
            return Err(faulty("`script` must be 1".to_owned()));
        }
        if written.ends.stopped.is_some() == written.ends.open.is_some() {
            return Err(faulty(
                "`ends` needs one of `stopped` and `open`".to_owned(),
            ));
        }
        let turns = (1..).zip(written.turns).map(|(number, turn)| {
            turn.read().ok_or_else(|| {
                faulty(format!(
                    "turn {number} must be one of `answer`, `repair_answer`, `transport_error` and `result`"
                ))
            })
        });
        let turns = turns.collect::<Result<_, _>>()?;
        let policy = if written.policy.get().starts_with('"') {
            let name =
                serde_json::from_str(written.policy.get()).map_err(|error| faulty(told(&error)))?;
            input::text(&beside(file, "policies", name))?
                .trim()
                .to_owned()
        } else {
            written.policy.get().to_owned()
        };
        Ok(Self {
            file: file.to_owned(),
            name: file
                .file_stem()
                .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned()),
            contract: beside(file, "contracts", written.contract),
            policy,
            turns,
            ends: written.ends,
        })
    }
}

/// What is wrong with a script, and where. What stands there instead of what is due is not told: it
/// may be the text of a response (REQ VAL-4).
fn told(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(", expected ") {
        Some((_, due)) if !text.starts_with("unknown field") => format!("expected {due}"),
        _ => text,
    }
}

/// The file that a script names: a path seen from the script, or the bare name of a file in that
/// folder of the corpus which the script belongs to.
fn beside(script: &Path, folder: &str, named: String) -> PathBuf {
    let here = script.parent().unwrap_or(Path::new(""));
    if named.contains(['/', '.']) {
        here.join(named)
    } else {
        here.join("..").join(folder).join(named + ".json")
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object, a script")]
struct Written {
    script: u64,
    #[serde(default, rename = "note")]
    _note: String,
    contract: String,
    policy: Box<RawValue>,
    turns: Vec<WrittenTurn>,
    ends: Ends,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object, one turn")]
struct WrittenTurn {
    answer: Option<Text>,
    repair_answer: Option<Text>,
    finish: Option<Finish>,
    transport_error: Option<TransportKind>,
    #[serde(default, deserialize_with = "given")]
    result: Option<Box<RawValue>>,
    bindings: Option<Box<RawValue>>,
}

/// A text, or its lines.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text or a list of lines")]
enum Text {
    Whole(String),
    Lines(Vec<String>),
}

impl WrittenTurn {
    fn read(self) -> Option<Turn> {
        match self {
            Self {
                answer: Some(text),
                repair_answer: None,
                finish,
                transport_error: None,
                result: None,
                bindings: None,
            } => Some(Turn::Answer(text.whole(), finish)),
            Self {
                answer: None,
                repair_answer: Some(text),
                finish,
                transport_error: None,
                result: None,
                bindings: None,
            } => Some(Turn::RepairAnswer(text.whole(), finish)),
            Self {
                answer: None,
                repair_answer: None,
                finish: None,
                transport_error: Some(kind),
                result: None,
                bindings: None,
            } => Some(Turn::TransportError(kind)),
            Self {
                answer: None,
                repair_answer: None,
                finish: None,
                transport_error: None,
                result: Some(output),
                bindings,
            } => Some(Turn::Result(
                output.get().to_owned(),
                bindings.map(|bindings| bindings.get().to_owned()),
            )),
            _ => None,
        }
    }
}

impl Text {
    fn whole(self) -> String {
        match self {
            Self::Whole(text) => text,
            Self::Lines(lines) => lines.join("\n"),
        }
    }
}

/// A value that is there, null as well.
fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Box<RawValue>>, D::Error> {
    Box::deserialize(from).map(Some)
}
