-- Results of live runs that failed, now or before, with the revision of the run that wrote them, so that caches read the changes
-- instead of all failures. Each revision by a live source has at least one row (result 0), so that other revisions are detected
-- as gaps. Deleted when the failures of the ended run are collected.
create table live_change (
  project_id bigint not null,
  run_id bigint not null,
  revision integer not null,
  result_id bigint not null,
  primary key (project_id, run_id, revision, result_id)
);
-- Revision of the run up to which its failures were collected.
alter table run add column gathered_revision integer;

-- Recording a batch locks the run before it writes these rows, and the run is deleted after them, so checking the foreign key of each row
-- is not needed (see 0081).
alter table live_test drop constraint live_test_project_id_run_id_fkey;
alter table live_event drop constraint live_event_project_id_run_id_fkey;
