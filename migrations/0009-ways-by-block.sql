-- The ways of runs are written once for every complete block of 64 events, not with every step: a row that each step
-- changes cost a page of its commit. The table stays as it is; opening to write fills it again from the events.

DELETE FROM machine_ways;
