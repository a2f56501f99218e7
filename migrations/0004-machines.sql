-- Projections of the stores and runs rooms. Derived from events; `mizan ledger rebuild` makes them again.

-- The newest value of every record that a machine keeps. A value that is not here is the payload
-- `record:` + key of the event `seq`.
CREATE TABLE machine_records (
  key TEXT NOT NULL PRIMARY KEY,
  seq INTEGER NOT NULL,
  value TEXT
) WITHOUT ROWID;

CREATE TABLE machine_runs (
  execution_id TEXT NOT NULL PRIMARY KEY,
  machine TEXT NOT NULL,
  digest TEXT NOT NULL,
  parent TEXT,
  status TEXT NOT NULL,
  state TEXT NOT NULL,
  step INTEGER NOT NULL DEFAULT 0,
  api_calls INTEGER NOT NULL DEFAULT 0,
  cost REAL NOT NULL DEFAULT 0,
  waiting_for TEXT,
  error_type TEXT,
  error_message TEXT,
  started_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  started_seq INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX machine_runs_newest ON machine_runs (started_seq);
CREATE INDEX machine_runs_by_status ON machine_runs (status, started_seq);
CREATE INDEX machine_runs_by_parent ON machine_runs (parent, started_seq);
