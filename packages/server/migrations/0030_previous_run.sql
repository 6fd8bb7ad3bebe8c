-- Finds the previous run of the same suite, environment and branch in constant time.
create index run_previous on run (project_id, suite, environment, coalesce(branch, ''), started_at desc, id desc)
  where status in ('completed', 'failed');
