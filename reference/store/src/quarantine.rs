//! The quarantine: corrupt bodies by their SHA-256, where each was seen, and when it was released (REQ GRD-8).
//!
//! Entries form a chain of seals, so that one that was changed, moved or removed shows; a body is what its
//! digest says, each time it is read.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use response_recovery::guard::Quarantined;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use crate::error::{Damage, Refusal};
use crate::fault::Trouble;
use crate::seal;

/// How many digits of a digest name a body at least, where one of its prefixes is given.
const LEAST_DIGITS: usize = 8;

/// How long the reason of a release may be, in characters.
const MAX_REASON: usize = 1_000;

/// A body in quarantine, without the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// The SHA-256 of the bytes kept, as 64 lower-case hexadecimal digits.
    pub sha256: String,
    /// How many bytes are kept.
    pub bytes: u64,
    /// Where it was seen, in the order in which that was stored; at least once.
    pub seen: Vec<Sighting>,
    /// When it was released, and why.
    pub released: Vec<Release>,
}

/// That a tool returned a corrupt body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sighting {
    /// The tool.
    pub tool: String,
    /// Why the body was refused, such as `response_corruption:invalid_json`.
    pub stop_reason: String,
    /// Whether the body had more bytes than are kept.
    pub is_prefix: bool,
    /// When, to the second.
    pub at: SystemTime,
}

/// That somebody took a body out to look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// Why.
    pub reason: String,
    /// When, to the second.
    pub at: SystemTime,
}

/// A row of the chain.
struct Entry {
    number: u64,
    sha256: String,
    is_release: bool,
    tool: String,
    reason: String,
    is_prefix: bool,
    seconds: i64,
}

/// Puts corrupt bodies into quarantine, each seen now.
pub(crate) fn keep(
    connection: &Connection,
    refused: &[Quarantined],
    at: SystemTime,
) -> Result<(), Trouble> {
    for Quarantined {
        tool,
        stop_reason,
        kept,
    } in refused
    {
        let sha256 = kept.sha256();
        if bytes(connection, &sha256)?.is_none() {
            connection.execute(
                "INSERT INTO quarantined VALUES (?1, ?2)",
                params![sha256, kept.bytes()],
            )?;
        }
        append(connection, |number| Entry {
            number,
            sha256,
            is_release: false,
            tool: tool.clone(),
            reason: stop_reason.clone(),
            is_prefix: kept.is_prefix(),
            seconds: seconds(at),
        })?;
    }
    Ok(())
}

/// Notes that a body is released, and gives it out.
pub(crate) fn release(
    connection: &Connection,
    digits: &str,
    reason: &str,
    at: SystemTime,
) -> Result<Vec<u8>, Trouble> {
    let is_long = reason.chars().count() > MAX_REASON;
    if reason.trim().is_empty() || is_long || reason.contains(char::is_control) {
        return Err(Refusal::Reason.into());
    }
    let (sha256, body) = body(connection, digits)?;
    append(connection, |number| Entry {
        number,
        sha256,
        is_release: true,
        tool: String::new(),
        reason: reason.to_owned(),
        is_prefix: false,
        seconds: seconds(at),
    })?;
    Ok(body)
}

/// The body whose digest begins with these digits, with the digest: verified.
pub(crate) fn body(connection: &Connection, digits: &str) -> Result<(String, Vec<u8>), Trouble> {
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !is_hex || !(LEAST_DIGITS..=64).contains(&digits.len()) {
        return Err(Refusal::Digest.into());
    }
    let digits = digits.to_ascii_lowercase();
    let mut statement = connection
        .prepare("SELECT sha256 FROM quarantined WHERE substr(sha256, 1, ?2) = ?1 LIMIT 2")?;
    let found = statement.query_map(params![digits, digits.len()], |row| row.get(0))?;
    let found: Vec<String> = found.collect::<rusqlite::Result<_>>()?;
    let sha256 = match found.as_slice() {
        [] => return Err(Refusal::NotHeld(digits).into()),
        [one] => one.clone(),
        _ => return Err(Refusal::Ambiguous(digits).into()),
    };
    let body = bytes(connection, &sha256)?.unwrap_or_default();
    if seal::sha256(&body) == sha256 {
        Ok((sha256, body))
    } else {
        Err(Damage::Body(sha256).into())
    }
}

/// Everything in quarantine, verified, in the order in which it was first seen.
pub(crate) fn read(connection: &Connection) -> Result<Vec<Held>, Trouble> {
    let mut statement = connection.prepare(
        "SELECT number, sha256, what = 'released', tool, reason, prefix, at, seal FROM quarantine_entry ORDER BY number",
    )?;
    let rows = statement.query_map([], |row| Ok((entry(row)?, row.get::<_, String>(7)?)))?;
    let mut all: Vec<Held> = Vec::new();
    let mut previous = String::new();
    for (number, row) in (1..).zip(rows) {
        let (entry, sealed) = row?;
        if entry.number != number || sealed != entry.seal(&previous) {
            return Err(Damage::Entry(number).into());
        }
        previous = sealed;
        let at = UNIX_EPOCH + Duration::from_secs(entry.seconds.unsigned_abs());
        let known = all.iter_mut().find(|held| held.sha256 == entry.sha256);
        let sighting = || Sighting {
            tool: entry.tool.clone(),
            stop_reason: entry.reason.clone(),
            is_prefix: entry.is_prefix,
            at,
        };
        match (known, entry.is_release) {
            (Some(held), true) => held.released.push(Release {
                reason: entry.reason,
                at,
            }),
            (Some(held), false) => held.seen.push(sighting()),
            (None, true) => return Err(Damage::Entry(number).into()),
            (None, false) => {
                let (_, body) = body(connection, &entry.sha256)?;
                all.push(Held {
                    bytes: body.len() as u64,
                    seen: vec![sighting()],
                    released: Vec::new(),
                    sha256: entry.sha256,
                });
            }
        }
    }
    let bodies: usize =
        connection.query_row("SELECT count(*) FROM quarantined", [], |row| row.get(0))?;
    if bodies == all.len() {
        Ok(all)
    } else {
        Err(Damage::Stray.into())
    }
}

/// Appends an entry behind the last one.
fn append(connection: &Connection, entry: impl FnOnce(u64) -> Entry) -> Result<(), Trouble> {
    let last = connection
        .query_row(
            "SELECT number, seal FROM quarantine_entry ORDER BY number DESC LIMIT 1",
            [],
            |row| Ok((row.get::<_, u64>(0)?, row.get::<_, String>(1)?)),
        )
        .optional()?;
    let (number, previous) = last.unwrap_or_default();
    let entry = entry(number + 1);
    let sealed = entry.seal(&previous);
    connection.execute(
        "INSERT INTO quarantine_entry VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            entry.number,
            entry.sha256,
            entry.what(),
            entry.tool,
            entry.reason,
            entry.is_prefix,
            entry.seconds,
            sealed
        ],
    )?;
    Ok(())
}

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        number: row.get(0)?,
        sha256: row.get(1)?,
        is_release: row.get(2)?,
        tool: row.get(3)?,
        reason: row.get(4)?,
        is_prefix: row.get(5)?,
        seconds: row.get(6)?,
    })
}

fn bytes(connection: &Connection, sha256: &str) -> rusqlite::Result<Option<Vec<u8>>> {
    connection
        .query_row(
            "SELECT body FROM quarantined WHERE sha256 = ?1",
            [sha256],
            |row| row.get(0),
        )
        .optional()
}

/// Whole seconds since 1970; a clock before that counts as 1970.
fn seconds(at: SystemTime) -> i64 {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

impl Entry {
    fn what(&self) -> &'static str {
        if self.is_release { "released" } else { "seen" }
    }

    /// The seal of the entry behind the one whose seal is `previous`.
    fn seal(&self, previous: &str) -> String {
        let [number, prefix, seconds] = [
            self.number.to_string(),
            self.is_prefix.to_string(),
            self.seconds.to_string(),
        ];
        seal::over(&[
            "quarantine",
            previous,
            &number,
            &self.sha256,
            self.what(),
            &self.tool,
            &self.reason,
            &prefix,
            &seconds,
        ])
    }
}
