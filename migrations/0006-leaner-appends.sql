-- Fewer pages for every append. The four indexes over events were most of what a commit wrote. In their place stands
-- what each complete block of 64 events holds: which types, actors and subjects, how many of each, and the span of
-- its times. A search reads the blocks that may match and looks at the newest events, which no block holds yet, itself.

DROP INDEX event_by_at;
DROP INDEX event_by_type;
DROP INDEX event_by_actor;
DROP INDEX event_by_subject;

-- Redactions are few and must be found without reading every event.
CREATE INDEX event_redacted ON event (type) WHERE type = 'ledger.redacted';

-- Derived from events; `mizan ledger rebuild` makes both again.
CREATE TABLE event_posting (
  kind TEXT NOT NULL CHECK (kind IN ('actor', 'subject', 'type')),
  term TEXT NOT NULL,
  block INTEGER NOT NULL,
  events INTEGER NOT NULL,
  PRIMARY KEY (kind, term, block)
) STRICT, WITHOUT ROWID;

CREATE TABLE event_block (
  block INTEGER PRIMARY KEY,
  earliest TEXT NOT NULL,
  latest TEXT NOT NULL
) STRICT;

-- Bodies stand in their own key order instead of beside an index of it.
CREATE TABLE payload_by_key (
  seq INTEGER NOT NULL REFERENCES event (seq),
  name TEXT NOT NULL,
  salt BLOB,
  body BLOB,
  PRIMARY KEY (seq, name),
  CHECK ((salt IS NULL) = (body IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO payload_by_key SELECT seq, name, salt, body FROM payload ORDER BY seq, name;
DROP TABLE payload;
ALTER TABLE payload_by_key RENAME TO payload;

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
