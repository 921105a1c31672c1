//! Reading a store, beside a writer or without one.

use std::path::Path;

use crate::database::Database;
use crate::error::{Damage, Refusal, StoreError};
use crate::fault::{self, Trouble};
use crate::investigation::Investigation;
use crate::quarantine::{self, Held};

/// A store as it stood when it was opened. It holds no writer up, and none holds it up.
#[derive(Debug)]
pub struct Reader {
    database: Database,
}

/// An investigation whose every row verifies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// Its name.
    pub name: String,
    /// How many records its audit has.
    pub records: u64,
    /// The hash of the last one; 64 zeros if there is none. Kept elsewhere, it shows whether the
    /// whole log was later written anew.
    pub head: String,
    /// How many checkpoints were stored.
    pub checkpoints: u64,
}

impl Reader {
    /// Opens a store that is there. Its pages and its schema are checked, its investigations when
    /// they are read.
    ///
    /// # Errors
    ///
    /// A file that is missing, no store, of a later version, or damaged as a whole.
    pub fn open(file: impl AsRef<Path>) -> Result<Self, StoreError> {
        let database = Database::read(file.as_ref())?;
        Ok(Self { database })
    }

    /// The names of all investigations, in their alphabetical order.
    ///
    /// # Errors
    ///
    /// What keeps the file from being read.
    pub fn names(&self) -> Result<Vec<String>, StoreError> {
        names(&self.database)
    }

    /// One investigation, verified (REQ AUD-1).
    ///
    /// # Errors
    ///
    /// [`Refusal::Unknown`]; the first damage of this investigation; what keeps the file from being
    /// read.
    pub fn load(&self, name: &str) -> Result<Investigation, StoreError> {
        load(&self.database, name)
    }

    /// What is in quarantine, without the bodies, in the order in which it was first seen: all of it verified
    /// (REQ GRD-8).
    ///
    /// # Errors
    ///
    /// The first damage; what keeps the file from being read.
    pub fn quarantined(&self) -> Result<Vec<Held>, StoreError> {
        quarantined(&self.database)
    }

    /// The body in quarantine whose SHA-256 begins with these 8 to 64 hexadecimal digits, verified, and the whole
    /// digest.
    ///
    /// # Errors
    ///
    /// [`Refusal::Digest`], [`Refusal::NotHeld`], [`Refusal::Ambiguous`]; a body that is not what its digest says;
    /// what keeps the file from being read.
    pub fn quarantined_body(&self, digits: &str) -> Result<(String, Vec<u8>), StoreError> {
        if self.database.version < HAS_QUARANTINE {
            return Err(Refusal::NotHeld(digits.to_owned()).into());
        }
        quarantine::body(&self.database.connection, digits)
            .map_err(|trouble| trouble.of(&self.database.file))
    }

    /// Verifies every investigation, each by itself (REQ AUD-1), in the order of their names, that no
    /// row is left over, and the quarantine.
    ///
    /// # Errors
    ///
    /// What keeps the file from being read.
    pub fn verify(&self) -> Result<Vec<Result<Verified, Damage>>, StoreError> {
        verify(&self.database)
    }
}

pub(crate) fn names(database: &Database) -> Result<Vec<String>, StoreError> {
    let read = || -> rusqlite::Result<Vec<String>> {
        let connection = &database.connection;
        let mut statement = connection.prepare("SELECT name FROM investigation ORDER BY name")?;
        statement.query_map([], |row| row.get(0))?.collect()
    };
    read().map_err(|error| fault::of(&database.file, &error))
}

/// The first version with a quarantine.
const HAS_QUARANTINE: i64 = 2;

pub(crate) fn quarantined(database: &Database) -> Result<Vec<Held>, StoreError> {
    if database.version < HAS_QUARANTINE {
        return Ok(Vec::new());
    }
    quarantine::read(&database.connection).map_err(|trouble| trouble.of(&database.file))
}

pub(crate) fn load(database: &Database, name: &str) -> Result<Investigation, StoreError> {
    Investigation::read(&database.connection, name)
        .map_err(|trouble| trouble.of(&database.file))?
        .ok_or_else(|| Refusal::Unknown(name.to_owned()).into())
}

pub(crate) fn verify(database: &Database) -> Result<Vec<Result<Verified, Damage>>, StoreError> {
    let mut all = Vec::new();
    for name in names(database)? {
        all.push(match Investigation::read(&database.connection, &name) {
            Ok(Some(read)) => Ok(Verified {
                records: read.count(),
                head: read.head().to_owned(),
                checkpoints: read.checkpoints,
                name,
            }),
            Ok(None) => Err(Damage::Investigation(name)),
            Err(Trouble::Damaged(damage)) => Err(damage),
            Err(trouble) => return Err(trouble.of(&database.file)),
        });
    }
    if strays(database)? {
        all.push(Err(Damage::Stray));
    }
    match quarantined(database) {
        Ok(_) => {}
        Err(StoreError::Damaged { damage, .. }) => all.push(Err(damage)),
        Err(other) => return Err(other),
    }
    Ok(all)
}

/// Whether there are rows that no investigation leads to, so that nothing else would look at them.
fn strays(database: &Database) -> Result<bool, StoreError> {
    let strays = database.number(
        "SELECT EXISTS (
            SELECT investigation FROM record UNION ALL SELECT investigation FROM checkpoint
            UNION ALL SELECT investigation FROM head EXCEPT SELECT name FROM investigation)",
    )?;
    Ok(strays != 0)
}
