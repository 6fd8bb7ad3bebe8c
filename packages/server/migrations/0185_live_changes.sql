-- Results of live runs that failed, or failed before, with the revision of their run that wrote them: whoever keeps something of a
-- run's failures reads what changed instead of all of them. Each revision that a live source makes has a row at least (result 0), so
-- that a revision of another kind shows as a gap. Gone once the failures of the ended run are gathered.
create table live_change (
  project_id bigint not null,
  run_id bigint not null,
  revision integer not null,
  result_id bigint not null,
  primary key (project_id, run_id, revision, result_id)
);
-- The revision of the run up to which its failures are gathered.
alter table run add column gathered_revision integer;

-- Batches lock their run before they write these, and a run goes only after them: the look-up of the run for each single row found
-- nothing new (as 0081 says of results).
alter table live_test drop constraint live_test_project_id_run_id_fkey;
alter table live_event drop constraint live_event_project_id_run_id_fkey;
