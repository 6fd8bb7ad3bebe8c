-- Finds the few running tests of a source by their results, regardless of how many have ended.
drop index live_test_run;
create index live_test_result on live_test (project_id, run_id, result_id);
