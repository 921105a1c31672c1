-- Schema 2 adds the quarantine (REQ GRD-8): corrupt bodies by their SHA-256, and in one chain of entries
-- where each was seen and when it was released.

CREATE TABLE quarantined (
    sha256 TEXT NOT NULL PRIMARY KEY CHECK (length(sha256) = 64),
    body   BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE quarantine_entry (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number >= 1),
    sha256 TEXT    NOT NULL REFERENCES quarantined (sha256),
    what   TEXT    NOT NULL CHECK (what IN ('seen', 'released')),
    tool   TEXT    NOT NULL,
    reason TEXT    NOT NULL,
    prefix INTEGER NOT NULL CHECK (prefix IN (0, 1)),
    at     INTEGER NOT NULL,
    seal   TEXT    NOT NULL
) STRICT;

CREATE TRIGGER quarantined_new BEFORE INSERT ON quarantined
WHEN EXISTS (SELECT 1 FROM quarantined WHERE sha256 = NEW.sha256)
BEGIN SELECT RAISE(ABORT, 'a body in quarantine is never replaced'); END;
CREATE TRIGGER quarantined_update BEFORE UPDATE ON quarantined
BEGIN SELECT RAISE(ABORT, 'a body in quarantine is never changed'); END;
CREATE TRIGGER quarantined_delete BEFORE DELETE ON quarantined
BEGIN SELECT RAISE(ABORT, 'a body in quarantine is never removed'); END;

CREATE TRIGGER quarantine_entry_next BEFORE INSERT ON quarantine_entry
WHEN NEW.number IS NOT 1 + (SELECT coalesce(max(number), 0) FROM quarantine_entry)
BEGIN SELECT RAISE(ABORT, 'an entry follows the last one'); END;
CREATE TRIGGER quarantine_entry_update BEFORE UPDATE ON quarantine_entry
BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;
CREATE TRIGGER quarantine_entry_delete BEFORE DELETE ON quarantine_entry
BEGIN SELECT RAISE(ABORT, 'an entry is never removed'); END;
