-- Large runs are counted together, so that each test is written once for all of them. Before, each run was counted alone, up to a position
-- in its list. Partly counted runs are uncounted and start again.
with begun as materialized (
  select distinct c.project_id, c.run_id, r.test_id
    from counting_run c
    join result r on r.project_id = c.project_id and r.run_id = c.run_id
   where r.superseded_by is null and (r.rank, r.seq) <= (c.last_rank, c.last_seq)
), counted as (
  select r.project_id, r.test_id, (c.started_at at time zone 'UTC')::date as day, c.series_id,
         count(*) filter (where r.status = 'passed') as passed, count(*) filter (where r.status in ('failed', 'error')) as failed,
         count(*) filter (where r.status = 'skipped') as skipped, count(*) filter (where r.flaky) as flaky,
         count(r.duration_ms) filter (where r.status <> 'skipped') as timed,
         coalesce(sum(round(r.duration_ms::float8 * 1000)::bigint) filter (where r.status <> 'skipped'), 0) as duration_us,
         sum(case when r.flaky and r.attempt_spans is not null then (
           select coalesce(sum(round((span ->> 1)::float8 * 1000)), 0)::bigint
             from jsonb_array_elements(r.attempt_spans) with ordinality as spans (span, n)
            where n < jsonb_array_length(r.attempt_spans)) else 0 end) as flaky_us
    from begun b
    join result r on r.project_id = b.project_id and r.run_id = b.run_id and r.test_id = b.test_id
    join counted_run c on c.project_id = b.project_id and c.run_id = b.run_id
   where r.superseded_by is null and r.status in ('passed', 'failed', 'error', 'skipped')
   group by 1, 2, 3, 4
), active as (
  update test_activity a set dirty = true from begun b where a.project_id = b.project_id and a.test_id = b.test_id
)
update test_day d
   set passed = d.passed - c.passed, failed = d.failed - c.failed, skipped = d.skipped - c.skipped, flaky = d.flaky - c.flaky,
       timed = d.timed - c.timed, duration_us = d.duration_us - c.duration_us, flaky_us = d.flaky_us - c.flaky_us
  from counted c
 where d.project_id = c.project_id and d.test_id = c.test_id and d.day = c.day and d.series_id = c.series_id;
update counting_run set last_rank = -1, last_seq = 0;

-- Runs with the same number are counted together. The position is where the search for uncounted tests continues.
alter table counting_run add column batch bigint not null default 0;
alter table counting_run alter column batch drop default;
-- The latest batch that has counted the test.
alter table test_activity add column batch bigint;
