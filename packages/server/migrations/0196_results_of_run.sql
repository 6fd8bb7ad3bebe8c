-- A run belongs to one project. Without knowing it, PostgreSQL expects a run of a server with many projects to have one result at most,
-- so reading all of the run seemed as good as one probe for a test of it.
create statistics result_of_run (dependencies) on project_id, run_id from result;
