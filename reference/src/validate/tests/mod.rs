//! The checks of a whole response, one by one.

mod calls;
mod cost;
mod schema;

use super::validate;
use crate::contract::Contract;
use crate::json::Document;

/// Compiles a contract of a schema and further members, which begin with a comma.
fn contract(schema: &str, members: &str) -> Contract {
    let text = format!(r#"{{"contract":1,"phase":"investigation","schema":{schema}{members}}}"#);
    Contract::compile(&text).unwrap()
}

/// A contract whose root is an object with the one property `v`.
fn of_v(schema: &str) -> Contract {
    contract(
        &format!(r#"{{"type":"object","properties":{{"v":{schema}}}}}"#),
        "",
    )
}

/// `ok`, or the reason and the path.
fn outcome(contract: &Contract, response: &str) -> String {
    let document = Document::parse(response).unwrap();
    match validate(contract.terms(), document.root()) {
        Ok(()) => "ok".to_owned(),
        Err(rejection) => format!("{} {}", rejection.reason, rejection.path)
            .trim_end()
            .to_owned(),
    }
}
