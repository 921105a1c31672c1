//! What `--list` shows: the selected cases and properties.

use std::io::{self, Write};

use recovery_conformance::case::{Case, Level};
use recovery_conformance::explore::Property;

use super::flags::Format;

/// Writes the cases, one a line, then the properties.
pub(super) fn list(
    cases: &[&Case],
    properties: &[Property],
    format: Format,
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == Format::Json {
        let entry = |case: &&Case| {
            serde_json::json!({
                "id": case.id, "profile": case.profile, "level": case.level(), "class": case.class,
                "requirements": case.requirements, "note": case.note,
            })
        };
        let property = |property: &Property| {
            serde_json::json!({
                "id": property.id(), "profile": property.profile, "property": property.invariant.name(),
            })
        };
        let properties = properties.iter().map(property);
        let entries: Vec<_> = cases.iter().map(entry).chain(properties).collect();
        return recovery_reports::lines::write(out, &entries);
    }
    let width = cases
        .iter()
        .map(|case| case.id.len())
        .max()
        .unwrap_or_default();
    for case in cases {
        let requirements = case.requirements.join(" ");
        let level = match case.level() {
            Level::Must => "must",
            Level::May => "may",
        };
        writeln!(
            out,
            "{:width$}  {:9}  {level:4}  {requirements}",
            case.id,
            case.profile.name()
        )?;
    }
    for property in properties {
        writeln!(
            out,
            "{:width$}  {:9}  generated",
            property.id(),
            property.profile.name()
        )?;
    }
    Ok(())
}
