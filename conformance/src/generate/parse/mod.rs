//! Scenes of profile `parse`: a response and no contract.

use super::{Choices, Draft, Json, Scene, Spelling};
use crate::case::Profile;

/// A right answer as it stands, in any spelling.
pub(super) fn clean(choices: &mut Choices<'_>) -> Scene {
    let json = Json::object([("a", Json::Number(choices.upto(9).to_string()))]);
    let spelled = Spelling::any(choices).spell(&json);
    let case = Draft::accepted(spelled, json.value_text()).into_case(Profile::Parse, "");
    Scene {
        contract: None,
        cases: vec![case],
    }
}
