-- The run before another one: of the same suite, environment and branch, however many other runs lie between.
create index run_previous on run (project_id, suite, environment, coalesce(branch, ''), started_at desc, id desc)
  where status in ('completed', 'failed');
