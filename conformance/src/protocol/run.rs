//! A run as it is asked: the contracts of its tools, its policy and its steps.

use std::collections::BTreeMap;

use super::request::{field, json, raw, text_of};
use crate::case::{Output, Run, RunStep};

/// Appends the members of a run.
pub(super) fn write(to: &mut Vec<u8>, run: &Run, contracts: &BTreeMap<String, String>) {
    to.extend_from_slice(b",\"contracts\":{");
    let mut separator: &[u8] = b"";
    for (tool, name) in &run.contracts {
        to.extend_from_slice(separator);
        separator = b",";
        json(to, tool);
        to.push(b':');
        to.extend_from_slice(text_of(contracts, name).as_bytes());
    }
    to.push(b'}');
    raw(to, "policy", run.policy.as_deref());
    to.extend_from_slice(b",\"steps\":[");
    let mut separator: &[u8] = b"";
    for step in &run.steps {
        to.extend_from_slice(separator);
        separator = b",";
        write_step(to, step);
    }
    to.push(b']');
}

/// Appends a step of a run as a JSON object.
fn write_step(to: &mut Vec<u8>, step: &RunStep) {
    let named = |to: &mut Vec<u8>, key: &str, tool: &str| {
        to.push(b'{');
        json(to, key);
        to.push(b':');
        json(to, tool);
    };
    match step {
        RunStep::Call {
            tool,
            outputs,
            depends_on,
        } => {
            named(to, "call", tool);
            let outputs: Vec<_> = outputs.iter().map(Output::message).collect();
            raw(to, "outputs", Some(&format!("[{}]", outputs.join(","))));
            if let Some(depends_on) = depends_on {
                field(to, "depends_on", depends_on);
            }
        }
        RunStep::Write {
            tool,
            depends_on,
            output,
        } => {
            named(to, "write", tool);
            if let Some(depends_on) = depends_on {
                field(to, "depends_on", depends_on);
            }
            raw(
                to,
                "output",
                output.as_ref().map(Output::message).as_deref(),
            );
        }
        RunStep::Think => to.extend_from_slice(b"{\"think\":true"),
        RunStep::Both { call, write } => {
            named(to, "call", call);
            field(to, "write", write);
        }
    }
    to.push(b'}');
}
