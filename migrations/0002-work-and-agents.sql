-- Projections of the contracts and reputation rooms. Derived from events; `mizan ledger rebuild` makes them again.

CREATE TABLE work (
  task_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  issued_seq INTEGER NOT NULL,
  title TEXT NOT NULL,
  outcome TEXT NOT NULL DEFAULT 'issued',
  gate_failed TEXT,
  score REAL,
  reputation_after REAL,
  level TEXT NOT NULL,
  unsandboxed INTEGER NOT NULL DEFAULT 0,
  derived INTEGER NOT NULL DEFAULT 0,
  issued_at TEXT NOT NULL,
  finished_at TEXT,
  started_seq INTEGER,
  report_seq INTEGER,
  verified_seq INTEGER,
  scored_seq INTEGER,
  landed_seq INTEGER,
  diff_seq INTEGER,
  PRIMARY KEY (task_id, agent_id)
) WITHOUT ROWID;

CREATE UNIQUE INDEX work_by_issue ON work (issued_seq);
CREATE INDEX work_by_agent ON work (agent_id, issued_seq);
CREATE INDEX work_by_outcome ON work (outcome, issued_seq);
CREATE INDEX work_by_agent_and_outcome ON work (agent_id, outcome, issued_seq);

CREATE TABLE agents (
  agent_id TEXT NOT NULL PRIMARY KEY,
  reputation REAL NOT NULL,
  level TEXT NOT NULL,
  probation INTEGER NOT NULL DEFAULT 0,
  tasks INTEGER NOT NULL DEFAULT 0,
  verified INTEGER NOT NULL DEFAULT 0,
  hallucinated INTEGER NOT NULL DEFAULT 0,
  blocked INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0,
  inconclusive INTEGER NOT NULL DEFAULT 0,
  last_seen TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE reputation_points (
  seq INTEGER PRIMARY KEY,
  agent_id TEXT NOT NULL,
  at TEXT NOT NULL,
  task_id TEXT NOT NULL,
  title TEXT NOT NULL,
  outcome TEXT NOT NULL,
  score REAL NOT NULL,
  reputation REAL NOT NULL,
  level TEXT NOT NULL,
  derived INTEGER NOT NULL
);

CREATE INDEX reputation_points_by_agent ON reputation_points (agent_id, seq);
