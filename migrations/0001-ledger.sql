-- The ledger itself: events, the Merkle tree over them, bodies, checkpoints. docs/ledger.md describes the format.
-- The guard triggers are a rail for honest programs. What proves the history is the hashes and the signatures.

CREATE TABLE migration (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL
) STRICT;

-- Projections that have been applied to every event of this file.
CREATE TABLE projection (
  name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Only seq and canonical are stored. The other columns are computed from the hashed bytes, so they cannot disagree.
CREATE TABLE event (
  seq INTEGER PRIMARY KEY CHECK (seq >= 0),
  canonical BLOB NOT NULL,
  at TEXT AS (json_extract(CAST(canonical AS TEXT), '$.at')) VIRTUAL,
  type TEXT AS (json_extract(CAST(canonical AS TEXT), '$.type')) VIRTUAL,
  actor_kind TEXT AS (json_extract(CAST(canonical AS TEXT), '$.actor.kind')) VIRTUAL,
  actor_id TEXT AS (json_extract(CAST(canonical AS TEXT), '$.actor.id')) VIRTUAL,
  subject TEXT AS (json_extract(CAST(canonical AS TEXT), '$.subject')) VIRTUAL
) STRICT;
CREATE INDEX event_by_at ON event (at);
CREATE INDEX event_by_type ON event (type);
CREATE INDEX event_by_actor ON event (actor_id);
CREATE INDEX event_by_subject ON event (subject);

-- Complete subtrees in the order in which they become complete: a leaf, then every parent that it completes.
CREATE TABLE node (
  position INTEGER PRIMARY KEY CHECK (position >= 0),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- A redacted payload has neither salt nor body; the event ledger.redacted says why.
CREATE TABLE payload (
  seq INTEGER NOT NULL REFERENCES event (seq),
  name TEXT NOT NULL,
  salt BLOB,
  body BLOB,
  PRIMARY KEY (seq, name),
  CHECK ((salt IS NULL) = (body IS NULL))
) STRICT;

-- AUTOINCREMENT remembers the newest number, so that deleting the newest row shows.
CREATE TABLE checkpoint (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  tree_size INTEGER NOT NULL CHECK (tree_size > 0),
  at TEXT NOT NULL,
  note TEXT NOT NULL
) STRICT;
CREATE INDEX checkpoint_by_size ON checkpoint (tree_size);

-- One line of a witness under a checkpoint, as it stands in the signed note.
CREATE TABLE cosignature (
  checkpoint INTEGER NOT NULL REFERENCES checkpoint (number),
  line TEXT NOT NULL,
  PRIMARY KEY (checkpoint, line)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER event_append BEFORE INSERT ON event
WHEN new.seq IS NOT (SELECT coalesce(max(seq), -1) + 1 FROM event)
BEGIN SELECT RAISE(ABORT, 'an event is appended after the last one'); END;
CREATE TRIGGER event_no_update BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER event_no_delete BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

CREATE TRIGGER node_no_update BEFORE UPDATE ON node
BEGIN SELECT RAISE(ABORT, 'nodes are append-only'); END;
CREATE TRIGGER node_no_delete BEFORE DELETE ON node
BEGIN SELECT RAISE(ABORT, 'nodes are append-only'); END;

CREATE TRIGGER payload_redact_only BEFORE UPDATE ON payload
WHEN new.seq IS NOT old.seq OR new.name IS NOT old.name OR new.body IS NOT NULL OR new.salt IS NOT NULL
  OR NOT EXISTS (
    SELECT 1 FROM event
    WHERE type = 'ledger.redacted'
      AND json_extract(CAST(canonical AS TEXT), '$.data.seq') = old.seq
      AND json_extract(CAST(canonical AS TEXT), '$.data.name') = old.name
  )
BEGIN SELECT RAISE(ABORT, 'a payload is only ever redacted, and the redaction is an event'); END;
CREATE TRIGGER payload_no_delete BEFORE DELETE ON payload
BEGIN SELECT RAISE(ABORT, 'payloads are append-only'); END;

CREATE TRIGGER checkpoint_no_update BEFORE UPDATE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END;
CREATE TRIGGER checkpoint_no_delete BEFORE DELETE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END;
CREATE TRIGGER cosignature_no_update BEFORE UPDATE ON cosignature
BEGIN SELECT RAISE(ABORT, 'cosignatures are append-only'); END;
CREATE TRIGGER cosignature_no_delete BEFORE DELETE ON cosignature
BEGIN SELECT RAISE(ABORT, 'cosignatures are append-only'); END;
