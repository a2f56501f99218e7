-- Projections of the review room: gates and the attempts to decide them. Rebuilt from events.
CREATE TABLE gate (
  gate_id        TEXT PRIMARY KEY,
  request_seq    INTEGER NOT NULL UNIQUE,
  state          TEXT NOT NULL,
  title          TEXT NOT NULL,
  action         TEXT NOT NULL,
  requester_id   TEXT NOT NULL,
  required_role  TEXT NOT NULL,
  task_id        TEXT,
  agent_id       TEXT,
  requested_at   TEXT NOT NULL,
  expires_at     TEXT,
  -- Who made it final, and when; null while pending.
  decided_by     TEXT,
  decided_at     TEXT,
  consumed_seq   INTEGER
) STRICT;
CREATE INDEX gate_by_state ON gate (state, request_seq);
CREATE INDEX gate_by_class ON gate (action, request_seq);
CREATE INDEX gate_by_agent ON gate (agent_id, action, request_seq);
CREATE INDEX gate_by_task ON gate (task_id, request_seq);

-- Every attempt, accepted or refused.
CREATE TABLE gate_decision (
  seq            INTEGER PRIMARY KEY,
  gate_id        TEXT NOT NULL,
  at             TEXT NOT NULL,
  reviewer_id    TEXT NOT NULL,
  -- Null when the reviewer is not enrolled.
  role           TEXT,
  verb           TEXT NOT NULL,
  reason         TEXT,
  -- Null when accepted, else the code.
  refusal        TEXT
) STRICT;
CREATE INDEX gate_decision_by_gate ON gate_decision (gate_id, seq);
