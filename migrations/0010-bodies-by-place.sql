-- Bodies stand by a number of their own, so that each is put behind the last one. In the order of seq and name every
-- body of some hundred bytes moved those beside it: a commit with one body wrote a page more, with larger ones two.
-- place is seq * 1048576 + the number of the body in the list of its event, 0 for the first.

CREATE TABLE payload_by_place (
  place INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  salt BLOB,
  body BLOB,
  seq INTEGER AS (place >> 20) VIRTUAL REFERENCES event (seq),
  CHECK ((salt IS NULL) = (body IS NULL))
) STRICT;

-- A body that its event does not name, or whose event cannot be read, is kept behind the others: an audit finds it.
INSERT INTO payload_by_place (place, name, salt, body)
SELECT (payload.seq << 20) + coalesce(
  (
    SELECT reference.key
    FROM event, json_each(iif(json_valid(CAST(canonical AS TEXT)), CAST(canonical AS TEXT), '{}'), '$.payloads') AS reference
    WHERE event.seq = payload.seq AND typeof(reference.key) = 'integer'
      AND iif(reference.type = 'object', json_extract(reference.value, '$.name'), NULL) = payload.name
  ),
  524288 + (SELECT count(*) FROM payload AS other WHERE other.seq = payload.seq AND other.name < payload.name)
), name, salt, body FROM payload;

DROP TABLE payload;
ALTER TABLE payload_by_place RENAME TO payload;

CREATE TRIGGER payload_redact_only BEFORE UPDATE ON payload
WHEN new.place IS NOT old.place OR new.name IS NOT old.name OR new.body IS NOT NULL OR new.salt IS NOT NULL
  OR NOT EXISTS (
    SELECT 1 FROM event
    WHERE type = 'ledger.redacted'
      AND json_extract(CAST(canonical AS TEXT), '$.data.seq') = old.seq
      AND json_extract(CAST(canonical AS TEXT), '$.data.name') = old.name
  )
BEGIN SELECT RAISE(ABORT, 'a payload is only ever redacted, and the redaction is an event'); END;
CREATE TRIGGER payload_no_delete BEFORE DELETE ON payload
BEGIN SELECT RAISE(ABORT, 'payloads are append-only'); END;
