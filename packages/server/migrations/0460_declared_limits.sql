-- Limits that the report states for a test (a time limit of 0 means none), and the number of its assertions in the last attempt. Null if the report
-- does not contain them.
alter table result
  add column max_retries smallint,
  add column timeout_ms integer,
  add column assertions smallint;
