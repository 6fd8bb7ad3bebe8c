-- The few tests of a source that still run are found by their results, however many have ended.
drop index live_test_run;
create index live_test_result on live_test (project_id, run_id, result_id);
