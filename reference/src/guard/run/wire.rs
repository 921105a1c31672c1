//! A run as one line of JSON: for the harness protocol and for machines on the command line.

use super::metrics::{Rates, ToolMetrics};
use super::step::{Called, Step, Told, Written};
use super::{NO_CONTRACT, Run, StopReport};
use crate::wire::quoted;

impl Run {
    /// One JSON object on one line: the steps, the metrics and the stop report. No byte of a body
    /// stands in it (REQ GRD-8).
    #[must_use]
    pub fn to_json(&self) -> String {
        let steps = list(self.steps().iter().map(step_json));
        let (all, series) = (
            metrics_json(&self.metrics()),
            list(self.series().iter().map(|rates| object(&rates_json(rates)))),
        );
        let tools = self
            .tools()
            .map(|(tool, metrics)| format!("{}:{}", quoted(tool), metrics_json(&metrics)));
        let tools = object(&tools.collect::<Vec<_>>());
        let stop = self
            .stop()
            .map_or_else(|| "null".to_owned(), |stop| stop_json(&stop));
        format!(
            r#"{{"steps":{steps},"metrics":{{"all":{all},"tools":{tools},"series":{series}}},"stop":{stop}}}"#
        )
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

fn object(members: &[String]) -> String {
    format!("{{{}}}", members.join(","))
}

fn step_json(step: &Step) -> String {
    object(&match step {
        Step::Skipped => vec![r#""skipped":true"#.to_owned()],
        Step::Called(called) => called_json(called),
        Step::Written(written) => written_json(written),
    })
}

fn called_json(called: &Called) -> Vec<String> {
    let Some(told) = &called.told else {
        let reason = quoted(NO_CONTRACT);
        return vec![
            r#""verdict":"refused""#.to_owned(),
            format!(r#""stop_reason":{reason}"#),
        ];
    };
    let mut members = told.members_json().to_vec();
    members.push(format!(r#""tries":{}"#, called.tries));
    if let Some(used) = &called.used {
        members.push(format!(r#""used":{}"#, quoted(used)));
    }
    members
}

fn written_json(written: &Written) -> Vec<String> {
    let became = if written.is_allowed {
        "allowed"
    } else {
        "blocked"
    };
    let mut members = vec![format!(r#""write":"{became}""#)];
    members.extend_from_slice(written.told.as_ref().map_or(&[], Told::members_json));
    if written.is_unknown() {
        members.push(r#""effect":"unknown""#.to_owned());
    }
    members
}

fn metrics_json(metrics: &ToolMetrics) -> String {
    let mut members = vec![format!(r#""calls":{}"#, metrics.calls)];
    members.extend(rates_json(&metrics.rates()));
    object(&members)
}

fn rates_json(rates: &Rates) -> Vec<String> {
    let rate =
        |rate: Option<f64>| rate.map_or_else(|| "null".to_owned(), |rate| format!("{rate:?}"));
    vec![
        format!(r#""tool_2xx_rate":{}"#, rate(rates.tool_2xx)),
        format!(
            r#""tool_output_invalid_rate":{}"#,
            rate(rates.tool_output_invalid)
        ),
    ]
}

fn stop_json(stop: &StopReport) -> String {
    let checked = list(stop.checked.iter().map(|gate| quoted(gate.name())));
    let (reason, next) = (quoted(&stop.stop_reason), stop.next_step.name());
    format!(r#"{{"stop_reason":{reason},"checked":{checked},"next_step":"{next}"}}"#)
}
