//! What `--list` shows: the selected cases and properties.

use std::io::{self, Write};

use recovery_conformance::case::{Case, Level, Profile};

use super::flags::Format;

/// Writes the cases, one a line, then what is generated: each property by its id and profile.
pub(super) fn list(
    cases: &[&Case],
    generated: &[(String, Profile)],
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
        let property = |(id, profile): &(String, Profile)| {
            let name = id.rsplit('/').next();
            serde_json::json!({"id": id, "profile": profile, "property": name})
        };
        let generated = generated.iter().map(property);
        let entries: Vec<_> = cases.iter().map(entry).chain(generated).collect();
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
    for (id, profile) in generated {
        writeln!(out, "{id:width$}  {:9}  generated", profile.name())?;
    }
    Ok(())
}
