//! Repairs as they are asked for and answered.

mod answers;
mod cost;
mod forms;
mod patches;
mod paths;
mod prompts;
mod schemas;

use crate::contract::Contract;
use crate::outcome::Outcome;
use crate::recover::{recover, repair};

/// A contract with a table, filters in two places, and something repairable at every depth.
fn desk() -> Contract {
    with_schema(
        r##""evidence":{"type":"array","items":{"$ref":"#/$defs/evidence"}},
            "plan":{"type":["object","null"],"properties":{"steps":{"type":"array","items":{"type":"object"}}}},
            "mixed":{"type":"array","items":{"type":["object","string"]}},
            "counts":{"type":"array","items":{"type":"integer"}},
            "note":{"type":"string"}"##,
    )
}

/// The same with these properties beside `next`.
fn with_schema(properties: &str) -> Contract {
    let text = format!(
        r##"{{"contract":1,"phase":"investigation",
        "schema":{{"x-viano-response-recovery":1,"type":"object","properties":{{{properties},
            "next":{{"type":"object","properties":{{"action":{{"type":"string"}},"arguments":{{
                "type":"object","additionalProperties":false,"properties":{{
                    "table":{{"type":"string"}},
                    "columns":{{"type":"array","items":{{"type":"string"}}}},
                    "filters":{{"$ref":"#/$defs/filters"}},
                    "limit":{{"type":"integer"}},
                    "parts":{{"type":"array","items":{{"type":"object",
                        "properties":{{"filters":{{"$ref":"#/$defs/filters"}}}}}}}}}}}}}}}}}},
            "$defs":{{
                "filters":{{"type":"array","items":{{"type":"object"}}}},
                "evidence":{{"type":"object","required":["id"],"properties":{{
                    "id":{{"type":"string"}},"weight":{{"type":"number"}},"sure":{{"type":"boolean"}},
                    "tags":{{"type":"array","items":{{"type":"string"}}}},
                    "of":{{"type":"object","properties":{{"id":{{"type":"string"}}}}}}}}}}}}}},
        "positions":{{"filters":["/next/arguments/filters","/next/arguments/parts/*/filters"],
            "repairable":["/next/arguments","/next/arguments/filters","/next/arguments/columns",
                "/next/arguments/parts/*/filters","/next/arguments/parts/*/filters/*","/evidence","/evidence/*/tags","/plan","/mixed","/counts"]}},
        "references":{{"evidence":["/evidence/*/id"]}},
        "bindings":{{"visible_evidence":["E-1","E-2","E-3"]}},
        "tools":{{"query":{{"effect":"read","operators":["eq","ne","value"],
                "tables":{{"orders":["id","status","state","eq","column","operator"]}},"max_filters":4}},
            "stop":{{"effect":"final"}}}},
        "budget":{{"actions_left":1}}}}"##
    );
    Contract::compile(&text).unwrap()
}

/// A response that calls `query` with these arguments beside the table.
fn query(arguments: &str) -> String {
    format!(r#"{{"next":{{"action":"query","arguments":{{"table":"orders"{arguments}}}}}}}"#)
}

/// A response that stops with these members beside the call.
fn stop(members: &str) -> String {
    format!(r#"{{"next":{{"action":"stop"}}{members}}}"#)
}

/// `ok`, the repair path, or the category.
fn asked(contract: &Contract, response: &str) -> String {
    match recover(contract, response) {
        Outcome::Accepted(_) => "ok".to_owned(),
        Outcome::Repair(call) => call.path().to_string(),
        Outcome::Rejected(rejection) => rejection.reason.category().name().to_owned(),
    }
}

/// The rebuilt text, or the reason and the path.
fn answered(contract: &Contract, response: &str, answer: &str) -> String {
    match repair(contract, response, answer) {
        Ok(repaired) => repaired.text().to_owned(),
        Err(rejection) => format!("{} {}", rejection.reason, rejection.path),
    }
}

/// An answer with this replacement.
fn replacement(value: &str) -> String {
    format!(r#"{{"replacement":{value}}}"#)
}
