-- A gate asks for the reports of its build, every few seconds until they are judged.
create index run_build on run (project_id, build, id) where build is not null;
