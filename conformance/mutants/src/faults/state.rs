//! Faults of a program that remembers: one call changes the answer to another.

use crate::message::Answer;
use crate::mutant::Mutant;

pub(super) const FAULTS: &[Mutant] = &[
    Mutant {
        name: "last-accepted-value",
        mistake: "Falls back to the last accepted value where it cannot parse.",
        breaks: "VAL-3",
        answer: |desk, request| {
            let answer = desk.ask(request);
            if answer.is_accepted() {
                desk.memory.accepted = Some(answer.clone());
            }
            match &desk.memory.accepted {
                Some(last) if answer.rejects_for("parse") => Answer {
                    id: request.id,
                    ..last.clone()
                },
                _ => answer,
            }
        },
    },
    Mutant {
        name: "cached-by-length",
        mistake: "Keeps answers in a cache whose key is the contract and the length of the response.",
        breaks: "NRM-2",
        answer: |desk, request| {
            if request.op == "load" {
                return desk.ask(request);
            }
            let contract = request
                .contract
                .as_deref()
                .map_or("", |contract| contract.get());
            let key = (contract.to_owned(), request.response().len());
            if let Some(cached) = desk.memory.by_length.get(&key) {
                return Answer {
                    id: request.id,
                    ..cached.clone()
                };
            }
            let answer = desk.ask(request);
            desk.memory.by_length.insert(key, answer.clone());
            answer
        },
    },
    Mutant {
        name: "failures-add-up",
        mistake: "Never resets its counter of failures, so it gives up after a hundred.",
        breaks: "NRM-2",
        answer: |desk, request| {
            let answer = desk.ask(request);
            desk.memory.failures += usize::from(answer.is_rejected());
            if answer.is_accepted() && desk.memory.failures > 100 {
                return Answer::rejected(request.id, "limit", "");
            }
            answer
        },
    },
];
