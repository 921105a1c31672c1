//! Faults of what a contract may be: one check of it left out.

use response_recovery::{Contract, ContractFault};

use crate::desk::Desk;
use crate::message::{Answer, Request};
use crate::mutant::Mutant;

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "contract-unknown-member",
        mistake: "Ignores members of a contract that it does not know.",
        breaks: "CON-1",
        answer: |desk, request| {
            overlook(desk, request, |fault| {
                matches!(fault, ContractFault::UnknownMember(_))
            })
        },
    },
    Mutant {
        name: "contract-wrong-type",
        mistake: "Takes a member of a contract that has another type for an absent one.",
        breaks: "CON-1",
        answer: |desk, request| {
            overlook(desk, request, |fault| {
                matches!(fault, ContractFault::Expected(_))
            })
        },
    },
    Mutant {
        name: "contract-last-duplicate-wins",
        mistake: "Reads a contract with a parser that keeps the last of two equal keys.",
        breaks: "CON-1",
        answer: |desk, request| {
            overlook(desk, request, |fault| {
                matches!(fault, ContractFault::Json(_))
            })
        },
    },
    Mutant {
        name: "contract-unknown-keyword",
        mistake: "Ignores schema keywords that it does not know, as JSON Schema has it.",
        breaks: "CON-2",
        answer: |desk, request| {
            overlook(desk, request, |fault| {
                matches!(fault, ContractFault::Keyword(_))
            })
        },
    },
    Mutant {
        name: "contract-any-pattern",
        mistake: "Hands every pattern to the engine of its language.",
        breaks: "CON-2",
        answer: |desk, request| {
            overlook(desk, request, |fault| {
                matches!(fault, ContractFault::Pattern(..))
            })
        },
    },
    Mutant {
        name: "contract-number-beyond-range",
        mistake: "Compares numbers of a schema as doubles, so it takes any.",
        breaks: "CON-2",
        answer: |desk, request| {
            overlook(desk, request, |fault| {
                matches!(fault, ContractFault::Number)
            })
        },
    },
    Mutant {
        name: "contract-recursion-two-ways",
        mistake: "Looks only for recursion that never ends, not for recursion that doubles.",
        breaks: "CON-2",
        answer: |desk, request| {
            overlook(desk, request, |fault| {
                matches!(fault, ContractFault::TwoWays)
            })
        },
    },
    Mutant {
        name: "contract-any-size",
        mistake: "Counts neither the subschemas nor the nodes they unfold to.",
        breaks: "CON-2",
        answer: |desk, request| {
            overlook(desk, request, |fault| {
                matches!(
                    fault,
                    ContractFault::TooManySubschemas | ContractFault::TooManyNodes
                )
            })
        },
    },
    Mutant {
        name: "position-nowhere",
        mistake: "Does not look where a position leads, so one into an `anyOf` goes unnoticed.",
        breaks: "CON-3",
        answer: |desk, request| {
            overlook(desk, request, |fault| {
                matches!(fault, ContractFault::Nowhere)
            })
        },
    },
    Mutant {
        name: "position-admits-strings",
        mistake: "Allows an object position where the schema admits a string as well.",
        breaks: "CON-3",
        answer: |desk, request| {
            overlook(desk, request, |fault| {
                matches!(fault, ContractFault::ObjectPosition)
            })
        },
    },
    Mutant {
        name: "filter-position-elsewhere",
        mistake: "Allows filter positions outside the arguments of the call.",
        breaks: "CON-3",
        answer: |desk, request| {
            overlook(desk, request, |fault| {
                matches!(fault, ContractFault::FilterElsewhere)
            })
        },
    },
    Mutant {
        name: "filter-position-admits-others",
        mistake: "Allows a filter position where the schema admits more than lists of objects.",
        breaks: "CON-3",
        answer: |desk, request| {
            overlook(desk, request, |fault| {
                matches!(fault, ContractFault::FilterPosition)
            })
        },
    },
    Mutant {
        name: "root-admits-others",
        mistake: "Allows a schema whose root admits more than objects.",
        breaks: "CON-3",
        answer: |desk, request| {
            overlook(desk, request, |fault| matches!(fault, ContractFault::Root))
        },
    },
];

/// Loads a contract in spite of such a fault.
fn overlook(
    desk: &mut Desk,
    request: &Request,
    is_overlooked: fn(&ContractFault) -> bool,
) -> Answer {
    let answer = desk.ask(request);
    if answer.error.as_deref() != Some("contract") {
        return answer;
    }
    let document = request
        .contract
        .as_deref()
        .map_or("", |document| document.get());
    match Contract::compile(document) {
        Err(error) if is_overlooked(&error.fault) => Answer::loaded(request.id),
        _ => answer,
    }
}
