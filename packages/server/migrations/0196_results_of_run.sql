-- Tells the planner that a run belongs to one project. Otherwise, it expects at most one result per run on a server with many
-- projects, and reads the whole run instead of a single test.
create statistics result_of_run (dependencies) on project_id, run_id from result;
