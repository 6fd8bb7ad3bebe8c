-- Identifies the runs of the same suite, environment and branch. Whether a test failed in one of them before is now one lookup per test,
-- instead of one per failure of the test in any run of the project.
alter table run add column history_key bigint not null generated always as (
  ('x' || left(md5(suite || chr(1) || environment || chr(1) || coalesce(branch, '')), 16))::bit(64)::bigint) stored;

alter table failure add column history_key bigint;
update failure f set history_key = r.history_key from run r where r.project_id = f.project_id and r.id = f.run_id;
alter table failure alter column history_key set not null;

create index failure_history on failure (project_id, test_id, history_key, failed_at) include (run_id, result_id)
 where not gone and not flaky;

-- The planner knows nothing about the new columns before the next analysis, which an embedded database only makes when the table has grown.
analyze run (history_key);
analyze failure (test_id, history_key);
