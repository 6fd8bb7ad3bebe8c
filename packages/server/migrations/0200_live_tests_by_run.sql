-- Without statistics of a running source, any index on the project and another column seemed as good to the planner as the key, and each
-- look-up of a test read the whole run.
drop index live_test_result;
create index live_test_result on live_test (run_id, result_id);
