-- A hash alone identifies the few items of a test. An index on project, source and another column seemed as
-- good to the planner before it had statistics of a launch, and each look-up read the whole launch.
drop index reportportal_item_test;
drop index reportportal_item_identity;
create index reportportal_item_test on reportportal_item (test_key);
create index reportportal_item_identity on reportportal_item (identity, id) where identity is not null;
