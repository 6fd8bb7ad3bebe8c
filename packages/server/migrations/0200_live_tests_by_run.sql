-- Behind the project, an index on any other column looks as good as the key to the planner, where statistics were made of the few tests
-- that an ended source had left: each look for a test read the whole run.
drop index live_test_result;
create index live_test_result on live_test (run_id, result_id);
