-- Until this day (UTC) all executions that the test was judged by are in the window of the rule; null: there are none.
-- Tests that were judged before are judged again by their next run, or tomorrow.
alter table test_state rename column judged_day to counts_until;

-- Healthy, and no execution in the window failed: a further pass changes nothing but the number of executions.
alter table test_state add column settled boolean not null default false;
