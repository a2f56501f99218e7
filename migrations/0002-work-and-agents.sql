-- Projections of the contracts and reputation rooms. Derived from events; `mizan ledger rebuild` makes them again.

CREATE TABLE work (
  issued_seq INTEGER PRIMARY KEY,
  task_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
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
  cancelled_seq INTEGER,
  landed_seq INTEGER,
  diff_seq INTEGER,
  UNIQUE (task_id, agent_id)
);

-- SQLite keeps the primary key in every index, so each also serves the newest-first pages.
CREATE INDEX work_by_agent ON work (agent_id, outcome);
CREATE INDEX work_by_agent_newest ON work (agent_id);
CREATE INDEX work_by_outcome ON work (outcome);

CREATE TABLE agents (
  agent_id TEXT NOT NULL PRIMARY KEY,
  reputation REAL NOT NULL,
  level TEXT NOT NULL,
  probation INTEGER NOT NULL DEFAULT 0,
  probation_gate_id TEXT,
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

-- Which human gates belong to which work; the gate itself is the review room's.
CREATE TABLE work_gates (
  gate_id TEXT NOT NULL PRIMARY KEY,
  task_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  waiting INTEGER NOT NULL DEFAULT 1
) WITHOUT ROWID;

CREATE INDEX work_gates_by_work ON work_gates (task_id, agent_id, seq);
