-- Which tests the sender selected. whole: all of its suite; filter: options exclude tests, the same ones in every run
-- with these options; part: some tests, selected for this run. Null if unknown.
alter table upload
  add column scope text check (scope in ('whole', 'filter', 'part')),
  add column scope_reason text;

-- Why only part of the suite ran; null for a whole run. Earlier runs count as whole.
alter table run add column partial text;

-- `run_id` is the state of the suite, `latest_run_id` the run that finished last. A partial run does not end failures that it
-- did not run again. `red_runs` are other runs with such failures.
alter table suite_state
  add column latest_run_id bigint,
  add column latest_started_at timestamptz,
  add column red_runs bigint[] not null default '{}';
update suite_state set latest_run_id = run_id, latest_started_at = started_at;
alter table suite_state alter column latest_run_id set not null, alter column latest_started_at set not null;
drop index suite_state_started;
create index suite_state_started on suite_state (project_id, latest_started_at desc);
