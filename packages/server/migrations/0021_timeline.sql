-- When and on which worker each attempt ran: [[start in Unix ms, ms, worker, status], …]. Only where there were several, or
-- where the row continues an earlier one of its run: otherwise started_at, duration_ms and worker say it.
alter table result add column attempt_spans jsonb;
