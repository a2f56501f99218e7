-- Projection of the contracts room: every finding of the five dimensions and what people said about it. Derived from
-- events; `mizan ledger rebuild` makes it again.

CREATE TABLE work_findings (
  task_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  finding_id TEXT NOT NULL,
  -- The newest verification that found it.
  verified_seq INTEGER NOT NULL,
  rule TEXT NOT NULL,
  severity TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER,
  message TEXT NOT NULL,
  -- The false alarm that stands now; null when there is none or it was taken back.
  alarm_seq INTEGER,
  alarm_by TEXT,
  alarm_at TEXT,
  alarm_reason TEXT,
  -- The newest gate about its risk: asked, accepted or refused.
  risk_gate_id TEXT,
  risk_state TEXT,
  risk_by TEXT,
  risk_at TEXT,
  risk_reason TEXT,
  PRIMARY KEY (task_id, agent_id, finding_id)
) WITHOUT ROWID;

CREATE INDEX work_findings_by_rule ON work_findings (rule, verified_seq);
CREATE INDEX work_findings_by_gate ON work_findings (risk_gate_id);
