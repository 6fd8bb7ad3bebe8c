-- Finds the reports of a build, which a gate requests every few seconds until they end.
create index run_build on run (project_id, build, id) where build is not null;
