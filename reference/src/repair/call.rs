//! A repair call that is wanted, and what becomes of the answer to it.

use super::Repaired;
use super::answer::Answer;
use super::check::{Exchange, check};
use super::damage::Damage;
use super::patch::patch;
use super::splice::splice;
use crate::digest::sha256;
use crate::json::{Document, Pointer, Value};
use crate::limits::MAX_BYTES;
use crate::outcome::{Applied, Rejection};
use crate::reason::{LimitFault, Reason};
use crate::response::Response;
use crate::terms::Terms;
use crate::validate::validate;

/// A repair call that is wanted: the response can be rescued if a model puts one value of it into
/// another container (REQ REP-1).
#[derive(Debug, Clone)]
pub struct RepairCall<'t> {
    /// The response as it came.
    pub(super) source: &'t str,
    pub(super) document: Document<'t>,
    pub(super) rules: Vec<Applied>,
    pub(super) damage: Damage,
    /// Where the value at the path stands in the order of the text.
    pub(super) place: usize,
    pub(super) path: Pointer,
    pub(super) prompt: String,
    pub(super) schema: String,
    pub(super) rejection: Rejection,
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

    /// Why the response is rejected if nobody repairs it.
    #[must_use]
    pub const fn rejection(&self) -> &Rejection {
        &self.rejection
    }

    /// Decides on the answer to this call: the value at the path is replaced, compared with what
    /// stood there, and the rebuilt response checked whole.
    ///
    /// # Errors
    ///
    /// An answer that changes more than containers, told at the path; a rebuilt response that does
    /// not satisfy the contract, told where it does not (REQ REP-4 to REP-9).
    pub(crate) fn answer(
        &self,
        terms: Terms<'_>,
        answer: Response<'_>,
    ) -> Result<Repaired, Rejection> {
        let answer = Answer::read(answer).map_err(|reason| self.refusal(reason))?;
        let text = splice(self.text(), self.value(), answer.replacement());
        if text.len() > MAX_BYTES {
            return Err(LimitFault::RebuiltText.into());
        }
        // Both parts were parsed before; together they can only be too deep.
        let rebuilt = Document::parse(text).map_err(|error| Rejection::from(error.fault))?;
        let exchange = Exchange::of(self.value(), &rebuilt, &self.damage, terms.contract);
        check(&exchange).map_err(|fault| self.refusal(Reason::Repair(fault)))?;
        validate(terms, rebuilt.root())?;
        Ok(Repaired {
            rules: self.rules.clone(),
            path: self.path.clone(),
            source_sha256: sha256(self.source),
            patch: patch(&self.path, answer.replacement()),
            result_sha256: sha256(rebuilt.text()),
            document: rebuilt,
        })
    }

    /// The value at the path.
    fn value(&self) -> Value<'_> {
        self.document.root().at(self.place)
    }

    /// A limit is told at the root, everything else at the path.
    fn refusal(&self, reason: Reason) -> Rejection {
        match reason {
            Reason::Limit(_) => Rejection::whole(reason),
            _ => Rejection::at(reason, self.path.clone()),
        }
    }

    /// The rejection of a response that nobody repairs.
    pub(crate) fn into_rejection(self) -> Rejection {
        self.rejection
    }
}
