//! What can be wrong with a reply, and which verdict that is.

use recovery_reports::Verdict;
use thiserror::Error;

use crate::exact::Unreadable;
use crate::protocol::Malformed;

/// What is wrong with a reply. The sentences quote no text of a response.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// A line is no reply.
    #[error("{0}")]
    Malformed(#[from] Malformed),
    /// A line answers nothing that was asked.
    #[error("answers an id that was never asked")]
    Unasked,
    /// A request is answered a second time.
    #[error("answered twice")]
    Twice,
    /// A line is longer than a reply can be.
    #[error("a line of more than {0} bytes")]
    Overlong(usize),
    /// The reply is one to another kind of request.
    #[error("`{0}` answers another kind of request")]
    Kind(&'static str),
    /// A field that this profile needs is missing.
    #[error("`{0}` is missing, which this profile needs")]
    Field(&'static str),
    /// A reason is of no form that a reason can have.
    #[error("`reason` is neither a category nor a category with a colon and a detail")]
    ReasonForm,
    /// A run is answered with more or fewer steps than it has.
    #[error("`steps` has not as many steps as the run")]
    RunSteps,
    /// A proper request is answered with an error.
    #[error("an error in reply to a proper request")]
    Error,

    /// Text of the response stands in a field that may hold none.
    #[error("text of the response stands in `{0}`")]
    Leak(&'static str),

    /// The accepted value is not the right one.
    #[error("accepted with another value")]
    Value,
    /// The accepted value cannot be read.
    #[error("accepted with a value that cannot be read: {0}")]
    Unreadable(Unreadable),
    /// The accepted value is right, but the text says something else.
    #[error("accepted with a text that says something else than the value")]
    Text,
    /// What had to be rejected is accepted.
    #[error("accepted where rejection was due")]
    Accepted,
    /// What had to be repaired first is accepted as it stands.
    #[error("accepted where a repair call was due")]
    Unmended,
    /// A repair is asked for where none is due.
    #[error("asked for a repair where none was due")]
    Repair,
    /// A contract that had to be refused is loaded.
    #[error("loaded a contract that had to be refused")]
    Loaded,

    /// An operation on a session is taken that had to be refused.
    #[error("taken where an error was due")]
    Taken,
    /// An action is run that must not be, or with other arguments.
    #[error("an action that must not be run, or not with these arguments")]
    Action,
    /// An action is run a second time.
    #[error("an action is run a second time")]
    Repeated,
    /// A call is made after the session had to stop.
    #[error("a call where the session had to stop")]
    CallAfterStop,
    /// The state holds other state changes than the responses said.
    #[error("the state changes are not those of the accepted responses")]
    StateChanges,
    /// The audit does not verify.
    #[error("the audit does not verify: {0}")]
    Chain(&'static str),
    /// A record of the audit says what was not.
    #[error("a record of the audit has another `{0}` than there was")]
    Recorded(&'static str),

    /// What must not be used is called valid.
    #[error("called valid where it must not be used")]
    Unguarded,
    /// A write is allowed that is not.
    #[error("a write is allowed that must be blocked")]
    Written,
    /// A run goes on that had to end.
    #[error("a call where the run had ended")]
    Unended,

    /// What had to be rejected is accepted, with the one value that the text can mean.
    #[error("accepted where rejection was due, with the one value that the text can mean")]
    Lenient,

    /// What had to be accepted is rejected.
    #[error("rejected where acceptance was due")]
    Rejected,
    /// A repair call is not asked for where one is due.
    #[error("no repair call where one was due")]
    Unrepaired,
    /// An operation on a session is refused that had to be taken.
    #[error("refused where commands were due")]
    Refused,
    /// What may be used is not called valid.
    #[error("not called valid where it is")]
    Withheld,
    /// A write is blocked that is allowed.
    #[error("a write is blocked that is allowed")]
    Blocked,
    /// A call is not made.
    #[error("no call where one was due")]
    NotCalled,
    /// A run is refused whole that had to be led.
    #[error("the run is refused whole where it had to be led")]
    RunRefused,
    /// The contract that the case needs is refused.
    #[error("refused the contract that the case needs")]
    ContractRefused,

    /// The rejection has another category.
    #[error("rejected with another category")]
    Category,
    /// The rejection has another error path.
    #[error("rejected with another error path")]
    Path,
    /// The rules are not the right ones.
    #[error("accepted with other rules")]
    Rules,
    /// The text says the same in other bytes.
    #[error("accepted with a text that differs in bytes no rule touched")]
    Bytes,

    /// The rebuilt text says the same in other bytes.
    #[error("rebuilt with a text that differs in bytes; only those at the repair path may change")]
    RebuiltBytes,

    /// A prompt lacks something, or has something that it must not have.
    #[error("the prompt {0}")]
    Prompt(&'static str),
    /// A text in a repair prompt can end its own section.
    #[error(
        "the prompt does not close the section of the response with a line that the response cannot hold"
    )]
    Section,
    /// The schema for a repair says something else than that of the contract.
    #[error("the schema for the repair {0}")]
    Schema(&'static str),
    /// Where a rebuilt response comes from is told wrongly.
    #[error("the provenance of the repair has another `{0}` than there was")]
    Provenance(&'static str),
    /// The error is another one.
    #[error("refused with another error")]
    WrongError,
    /// The commands are not those that are due.
    #[error("the commands {0}")]
    Commands(&'static str),
    /// The state is not the one that is due.
    #[error("the state has another `{field}`: {due} was due, {came} came")]
    State {
        /// The field.
        field: &'static str,
        /// What was due.
        due: String,
        /// What came, if it can be told without telling text of the session.
        came: String,
    },
    /// What is known of a session by an id cannot be told by it.
    #[error("the id of {0}")]
    Id(&'static str),
    /// After an error, or a resume, something is not as before.
    #[error("{0} not as before")]
    Changed(&'static str),
    /// A record of the audit is not the one that is due.
    #[error("the audit has another `{0}`")]
    Audit(&'static str),

    /// A corruption is called a failure of the tool, or the other way round.
    #[error("told as the other of a corruption and a failure of the tool")]
    Verdict,
    /// The stop reason is another one.
    #[error("another stop reason than is due")]
    StopReason,
    /// A step of a run is told wrongly.
    #[error("the step has another {0}")]
    Step(&'static str),
    /// The stop report of a run is not the one that is due.
    #[error("the stop report {0}")]
    RunStop(&'static str),
    /// The rates of a run are not those of a recount.
    #[error("the rates in {0} are not those of a recount")]
    Metrics(&'static str),
    /// What is said of a body that was kept is wrong.
    #[error("the receipt of quarantine {0}")]
    Quarantine(&'static str),
    /// What is wrong with a step of a run.
    #[error("step {step}: {fault}")]
    InStep {
        /// The step, counted from 0.
        step: usize,
        /// What is wrong.
        fault: Box<Self>,
    },

    /// The operation is not implemented.
    #[error("the operation is not supported")]
    Unsupported,
}

impl Fault {
    /// A fault of a step of a run.
    #[must_use]
    pub fn in_step(step: usize, fault: Self) -> Self {
        Self::InStep {
            step,
            fault: Box::new(fault),
        }
    }

    /// A short name, for telling faults of one kind from those of another.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "malformed",
            Self::Unasked => "unasked",
            Self::Twice => "twice",
            Self::Overlong(_) => "overlong",
            Self::Kind(_) => "kind",
            Self::Field(_) => "field",
            Self::ReasonForm => "reason-form",
            Self::Error => "error",
            Self::Leak(field) => match *field {
                "standard error" => "standard-error",
                field => field,
            },
            Self::Value => "value",
            Self::Unreadable(_) => "unreadable",
            Self::Text => "text",
            Self::Accepted => "accepted",
            Self::Unmended => "unmended",
            Self::Repair => "repair",
            Self::Loaded => "loaded",
            Self::Lenient => "lenient",
            Self::Rejected => "rejected",
            Self::ContractRefused => "contract-refused",
            Self::Category => "category",
            Self::Path => "path",
            Self::Rules => "rules",
            Self::Bytes => "bytes",
            Self::RebuiltBytes => "rebuilt-bytes",
            Self::Taken => "taken",
            Self::Action => "action",
            Self::Repeated => "repeated",
            Self::CallAfterStop => "call-after-stop",
            Self::StateChanges => "state-changes",
            Self::Chain(_) => "chain",
            Self::Recorded(_) => "recorded",
            Self::Unrepaired => "unrepaired",
            Self::Refused => "refused",
            Self::Prompt(_) => "prompt",
            Self::Section => "section",
            Self::Schema(_) => "schema",
            Self::Provenance(_) => "provenance",
            Self::WrongError => "wrong-error",
            Self::Commands(_) => "commands",
            Self::State { .. } => "state",
            Self::Id(_) => "id",
            Self::Changed(_) => "changed",
            Self::Audit(_) => "audit",
            Self::Unguarded => "unguarded",
            Self::Written => "written",
            Self::Unended => "unended",
            Self::Withheld => "withheld",
            Self::Blocked => "blocked",
            Self::NotCalled => "not-called",
            Self::RunRefused => "run-refused",
            Self::RunSteps => "run-steps",
            Self::Verdict => "verdict",
            Self::StopReason => "stop-reason",
            Self::Step(_) => "step",
            Self::RunStop(_) => "run-stop",
            Self::Metrics(_) => "metrics",
            Self::Quarantine(_) => "quarantine",
            Self::InStep { fault, .. } => fault.name(),
            Self::Unsupported => "unsupported",
        }
    }

    /// The verdict that the fault is.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Malformed(_)
            | Self::Unasked
            | Self::Twice
            | Self::Overlong(_)
            | Self::Kind(_)
            | Self::Field(_)
            | Self::ReasonForm
            | Self::RunSteps
            | Self::Error => Verdict::Garbage,
            Self::Leak(_) => Verdict::Leak,
            Self::Value
            | Self::Unreadable(_)
            | Self::Text
            | Self::Accepted
            | Self::Unmended
            | Self::Repair
            | Self::Loaded
            | Self::Taken
            | Self::Unguarded
            | Self::Written
            | Self::Unended
            | Self::Action
            | Self::Repeated
            | Self::CallAfterStop
            | Self::StateChanges
            | Self::Chain(_)
            | Self::Recorded(_) => Verdict::Corruption,
            Self::Lenient => Verdict::Lenient,
            Self::Rejected
            | Self::Unrepaired
            | Self::Refused
            | Self::Withheld
            | Self::Blocked
            | Self::NotCalled
            | Self::RunRefused
            | Self::ContractRefused => Verdict::Refusal,
            Self::Category
            | Self::Path
            | Self::Rules
            | Self::Bytes
            | Self::RebuiltBytes
            | Self::Prompt(_)
            | Self::Section
            | Self::Schema(_)
            | Self::Provenance(_)
            | Self::WrongError
            | Self::Commands(_)
            | Self::State { .. }
            | Self::Id(_)
            | Self::Changed(_)
            | Self::Audit(_)
            | Self::Verdict
            | Self::StopReason
            | Self::Step(_)
            | Self::RunStop(_)
            | Self::Metrics(_)
            | Self::Quarantine(_) => Verdict::Imprecise,
            Self::InStep { fault, .. } => fault.verdict(),
            Self::Unsupported => Verdict::Skip,
        }
    }
}
