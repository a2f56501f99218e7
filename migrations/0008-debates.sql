-- Projection of the debate room: where every debate stands. Derived from events; what it waits for is in machine_runs.
CREATE TABLE debates (
  debate_id TEXT NOT NULL PRIMARY KEY,
  run_id TEXT NOT NULL,
  deal_id TEXT NOT NULL,
  title TEXT NOT NULL,
  agents TEXT NOT NULL,
  round INTEGER NOT NULL DEFAULT 1,
  max_rounds INTEGER NOT NULL,
  messages INTEGER NOT NULL DEFAULT 0,
  rejected INTEGER NOT NULL DEFAULT 0,
  dissent INTEGER NOT NULL DEFAULT 0,
  stop_reason TEXT,
  started_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  started_seq INTEGER NOT NULL,
  stopped_seq INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX debates_newest ON debates (started_seq);
