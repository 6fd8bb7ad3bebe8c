-- What a sender says of the tests that it chose: whole: all of its suite; filter: options leave tests out, the same ones in every run
-- with these options; part: some tests, chosen anew for this run. Null: it does not say.
alter table upload
  add column scope text check (scope in ('whole', 'filter', 'part')),
  add column scope_reason text;

-- Why only part of the suite ran; null for a whole run. Runs from before are whole.
alter table run add column partial text;

-- `run_id` shows how the suite stands, `latest_run_id` is the run that finished last: a partial one leaves failures standing that it
-- did not run again. `red_runs` are other runs that have such failures.
alter table suite_state
  add column latest_run_id bigint,
  add column latest_started_at timestamptz,
  add column red_runs bigint[] not null default '{}';
update suite_state set latest_run_id = run_id, latest_started_at = started_at;
alter table suite_state alter column latest_run_id set not null, alter column latest_started_at set not null;
drop index suite_state_started;
create index suite_state_started on suite_state (project_id, latest_started_at desc);
