//! A mutant: the reference with one fault in it, and the list of all.

use crate::desk::Desk;
use crate::faults;
use crate::in_process::Program;
use crate::message::{Answer, Request};

/// The reference with one fault that a competent person would write.
pub struct Mutant {
    /// Its name, unique and in kebab-case.
    pub name: &'static str,
    /// The mistake, in one sentence.
    pub mistake: &'static str,
    /// The requirement that it breaks.
    pub breaks: &'static str,
    pub(crate) answer: fn(&mut Desk, &Request) -> Answer,
}

impl Mutant {
    /// All mutants, sorted by name.
    #[must_use]
    pub fn all() -> Vec<&'static Self> {
        let mut all: Vec<_> = faults::FAMILIES.into_iter().flatten().collect();
        all.sort_by_key(|mutant| mutant.name);
        all
    }

    /// Starts it.
    #[must_use]
    pub fn start(&self) -> Program {
        let mut desk = Desk::default();
        let answer = self.answer;
        Box::new(move |line| match serde_json::from_str::<Request>(line) {
            Ok(request) if request.op != "hello" => {
                desk.file(&request);
                let answer = answer(&mut desk, &request);
                serde_json::to_string(&answer).unwrap_or_default()
            }
            _ => desk.ask_line(line),
        })
    }
}
