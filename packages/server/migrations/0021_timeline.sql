-- Time and worker of each attempt: [[start in Unix ms, ms, worker, status], …]. Only for several attempts, or if the row
-- continues an earlier row of its run; otherwise, `started_at`, `duration_ms` and `worker` contain it.
alter table result add column attempt_spans jsonb;
