//! Whether the rates of a run are those of a recount (REQ GRD-7).

use super::rate::is_near;
use crate::case::{LedDue, Recount, Run};
use crate::judge::Fault;
use crate::protocol::{Counted, Rates, RunReply};

/// Checks the rates of all calls, of each tool and after each step.
pub(super) fn check(run: &Run, due: &LedDue, given: &RunReply<'_>) -> Result<(), Fault> {
    let Some(recount) = Recount::of(run, due) else {
        return Ok(());
    };
    if !is_counted(recount.all, given.metrics.all()) {
        return Err(Fault::Metrics("`all`"));
    }
    let tools: Vec<_> = given.metrics.tools().collect();
    let is_tools = tools.len() == recount.tools.len()
        && tools.iter().all(|(tool, given)| {
            let due = recount.tools.get(*tool);
            due.is_some_and(|due| is_counted(*due, given))
        });
    if !is_tools {
        return Err(Fault::Metrics("`tools`"));
    }
    let series = given.metrics.series();
    let is_series = series.len() == recount.series.len()
        && series
            .zip(&recount.series)
            .all(|(given, due)| is_rated(*due, given));
    if is_series {
        Ok(())
    } else {
        Err(Fault::Metrics("`series`"))
    }
}

fn is_counted(due: crate::case::Count, given: &Counted<'_>) -> bool {
    given.calls == due.calls && is_rated(due, &given.rates())
}

fn is_rated(due: crate::case::Count, given: &Rates<'_>) -> bool {
    is_near(due.tool_2xx_rate(), given.tool_2xx_rate())
        && is_near(
            due.tool_output_invalid_rate(),
            given.tool_output_invalid_rate(),
        )
}
