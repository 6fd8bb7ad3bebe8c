-- The latest run of the suite, environment and branch when a failing cause was last compared. Until there is a later one, nothing can have changed.
alter table cause_resolution add column latest_run_id bigint;
