-- Projection of the runs room: how often each way between two states was taken. Derived from events.
CREATE TABLE machine_ways (
  execution_id TEXT NOT NULL,
  from_state TEXT NOT NULL,
  to_state TEXT NOT NULL,
  -- 1 where an error chose the way.
  on_error INTEGER NOT NULL,
  times INTEGER NOT NULL,
  last_step INTEGER NOT NULL,
  PRIMARY KEY (execution_id, from_state, to_state, on_error)
) STRICT, WITHOUT ROWID;
