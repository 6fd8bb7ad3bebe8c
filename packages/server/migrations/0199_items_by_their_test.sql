-- A hash finds the few items of a test or an identity by itself. Behind project and source, an index on any other column looked as
-- good to the planner while it had no statistics of a launch, and each look read the whole launch.
drop index reportportal_item_test;
drop index reportportal_item_identity;
create index reportportal_item_test on reportportal_item (test_key);
create index reportportal_item_identity on reportportal_item (identity, id) where identity is not null;
