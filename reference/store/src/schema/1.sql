-- Schema 1. What is written stays: triggers refuse every change and removal but that of the head,
-- which only grows. A row that would replace another is refused on its way in, since SQLite runs
-- no triggers for the row that such an insertion removes.

CREATE TABLE investigation (
    name     TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
    policy   TEXT NOT NULL,
    contract TEXT NOT NULL,
    seal     TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE record (
    investigation TEXT    NOT NULL REFERENCES investigation (name),
    sequence      INTEGER NOT NULL CHECK (sequence >= 1),
    record        TEXT    NOT NULL,
    hash          TEXT    NOT NULL,
    PRIMARY KEY (investigation, sequence)
) STRICT, WITHOUT ROWID;

CREATE TABLE checkpoint (
    investigation TEXT    NOT NULL REFERENCES investigation (name),
    number        INTEGER NOT NULL CHECK (number >= 1),
    records       INTEGER NOT NULL CHECK (records >= 0),
    checkpoint    TEXT    NOT NULL,
    seal          TEXT    NOT NULL,
    PRIMARY KEY (investigation, number)
) STRICT, WITHOUT ROWID;

-- Where each investigation ends: what makes a missing end visible.
CREATE TABLE head (
    investigation TEXT    NOT NULL PRIMARY KEY REFERENCES investigation (name),
    records       INTEGER NOT NULL,
    hash          TEXT    NOT NULL,
    checkpoints   INTEGER NOT NULL,
    seal          TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER investigation_new BEFORE INSERT ON investigation
WHEN EXISTS (SELECT 1 FROM investigation WHERE name = NEW.name)
BEGIN SELECT RAISE(ABORT, 'an investigation is never replaced'); END;
CREATE TRIGGER investigation_update BEFORE UPDATE ON investigation
BEGIN SELECT RAISE(ABORT, 'an investigation keeps its policy and contract'); END;
CREATE TRIGGER investigation_delete BEFORE DELETE ON investigation
BEGIN SELECT RAISE(ABORT, 'an investigation is never removed'); END;

CREATE TRIGGER record_next BEFORE INSERT ON record
WHEN NEW.sequence IS NOT 1 + (SELECT coalesce(max(sequence), 0) FROM record WHERE investigation = NEW.investigation)
BEGIN SELECT RAISE(ABORT, 'a record follows the last one'); END;
CREATE TRIGGER record_update BEFORE UPDATE ON record
BEGIN SELECT RAISE(ABORT, 'a record is never changed'); END;
CREATE TRIGGER record_delete BEFORE DELETE ON record
BEGIN SELECT RAISE(ABORT, 'a record is never removed'); END;

CREATE TRIGGER checkpoint_next BEFORE INSERT ON checkpoint
WHEN NEW.number IS NOT 1 + (SELECT coalesce(max(number), 0) FROM checkpoint WHERE investigation = NEW.investigation)
BEGIN SELECT RAISE(ABORT, 'a checkpoint follows the last one'); END;
CREATE TRIGGER checkpoint_update BEFORE UPDATE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'a checkpoint is never changed'); END;
CREATE TRIGGER checkpoint_delete BEFORE DELETE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'a checkpoint is never removed'); END;

CREATE TRIGGER head_new BEFORE INSERT ON head
WHEN EXISTS (SELECT 1 FROM head WHERE investigation = NEW.investigation)
BEGIN SELECT RAISE(ABORT, 'a head is never replaced'); END;
CREATE TRIGGER head_update BEFORE UPDATE ON head
WHEN NEW.investigation IS NOT OLD.investigation
    OR NEW.records < OLD.records OR NEW.checkpoints <= OLD.checkpoints
BEGIN SELECT RAISE(ABORT, 'a head only grows'); END;
CREATE TRIGGER head_delete BEFORE DELETE ON head
BEGIN SELECT RAISE(ABORT, 'a head is never removed'); END;
