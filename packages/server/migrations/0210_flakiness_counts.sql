-- Last day (UTC) on which the window of the flakiness rule contains all executions that the test was evaluated with; null without executions.
-- Tests that were evaluated before are evaluated again with their next run, or tomorrow.
alter table test_state rename column judged_day to counts_until;

-- Healthy, and no execution in the window failed, so that another pass only changes the number of executions.
alter table test_state add column settled boolean not null default false;
