//! What `--list` shows: the selected cases.

use std::io::{self, Write};

use recovery_conformance::case::{Case, Level};

use super::flags::Format;

/// Writes the cases, one a line.
pub(super) fn list(cases: &[&Case], format: Format, out: &mut dyn Write) -> io::Result<()> {
    if format == Format::Json {
        let entry = |case: &&Case| {
            serde_json::json!({
                "id": case.id, "profile": case.profile, "level": case.level(), "class": case.class,
                "requirements": case.requirements, "note": case.note,
            })
        };
        let entries: Vec<_> = cases.iter().map(entry).collect();
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
    Ok(())
}
