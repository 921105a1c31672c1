//! Scenes of profile `normalize`: a contract, and a response under it.

use super::{CONTRACT, Choices, Draft, Json, Scene, Spelling};
use crate::case::Profile;

/// A right answer as it stands, in any spelling.
pub fn clean(choices: &mut Choices<'_>) -> Scene {
    let contract = r#"{"contract":1,"phase":"investigation","schema":{"x-viano-response-recovery":1,"type":"object"}}"#;
    let json = Json::object([("a", Json::Number(choices.upto(9).to_string()))]);
    let spelled = Spelling::any(choices).spell(&json);
    let case = Draft::accepted(spelled, json.value_text()).into_case(Profile::Normalize, CONTRACT);
    Scene {
        contract: Some(contract.to_owned()),
        cases: vec![case],
    }
}
