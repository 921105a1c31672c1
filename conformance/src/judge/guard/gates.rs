//! Whether the gates that a stop report names are those that were passed (REQ GRD-7).

use std::collections::BTreeSet;

use crate::case::Gate;
use crate::exact::Value;
use crate::judge::bindings::member;

/// The gates that a contract does not ask for: nothing can fail there, so they may be named as passed or not.
pub(super) fn unasked(contract: &str) -> BTreeSet<Gate> {
    match Value::read(contract) {
        Ok(contract) => unasked_by(&contract).collect(),
        Err(_) => BTreeSet::new(),
    }
}

/// The gates that the output contract of any tool of an investigation contract does not ask for.
pub(in crate::judge) fn unasked_by_tools(contract: &str) -> BTreeSet<Gate> {
    let contract = Value::read(contract).ok();
    let tools = match contract.as_ref().and_then(|all| member(all, "tools")) {
        Some(Value::Object(tools)) => tools.as_slice(),
        _ => &[],
    };
    let outputs = tools
        .iter()
        .filter_map(|tool| member(&tool.value, "output"));
    outputs.flat_map(unasked_by).collect()
}

fn unasked_by<'a>(contract: &'a Value<'_>) -> impl Iterator<Item = Gate> + 'a {
    let stated = |name| member(contract, name).filter(|value| !matches!(value, Value::Null));
    let is_asked = move |gate: &Gate| match gate {
        Gate::SchemaVersion => stated("schema_version").is_some(),
        Gate::Schema => stated("schema").is_some(),
        Gate::Invariants => match stated("invariants") {
            Some(Value::Array(invariants)) => !invariants.is_empty(),
            _ => false,
        },
        Gate::Transport | Gate::ContentType | Gate::Size | Gate::Parse => true,
    };
    Gate::ALL.into_iter().filter(move |gate| !is_asked(gate))
}

/// Whether the gates named are those due. `unasked` ones may be named or not as long as they come before the gate that
/// failed.
pub(in crate::judge) fn is_checked<S: AsRef<str>>(
    due: &[Gate],
    given: &[S],
    unasked: &BTreeSet<Gate>,
    failed: Gate,
) -> bool {
    let gate = |name: &S| {
        let name = name.as_ref();
        Gate::ALL.into_iter().find(|gate| gate.name() == name)
    };
    let Some(given) = given.iter().map(gate).collect::<Option<BTreeSet<_>>>() else {
        return false;
    };
    let asked = |gate: &Gate| !unasked.contains(gate);
    let due: BTreeSet<Gate> = due.iter().copied().filter(asked).collect();
    let is_before = given.iter().all(|gate| *gate < failed);
    is_before && given.into_iter().filter(asked).collect::<BTreeSet<_>>() == due
}
