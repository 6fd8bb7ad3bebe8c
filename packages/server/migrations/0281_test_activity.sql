-- Columns of a test that change with every counted run. A separate table, because each change of an indexed column of `test_state`
-- rewrote all of its indexes.
create table test_activity (
  project_id bigint not null,
  test_id bigint not null,
  -- First and last run, in UTC.
  first_day date not null,
  last_day date not null,
  -- Status in the latest run, and the run.
  series_id bigint not null,
  last_run_id bigint not null,
  -- Executions in the window of the flakiness rule.
  executions integer not null default 0,
  -- True if the test must be evaluated again.
  dirty boolean not null,
  -- Time at which its mean durations were computed; null if an older run arrived since.
  durations_day date,
  primary key (project_id, test_id)
) with (fillfactor = 80);
insert into test_activity (project_id, test_id, first_day, last_day, series_id, last_run_id, executions, dirty, durations_day)
select project_id, test_id, first_day, last_day, series_id, last_run_id, executions, dirty, durations_day from test_state;
create index test_activity_first_day on test_activity (project_id, first_day);
create index test_activity_last_day on test_activity (project_id, last_day desc, test_id desc);
create index test_activity_dirty on test_activity (project_id, test_id) where dirty;
alter table test_activity add foreign key (project_id) references project (id) on delete cascade;

-- Including their indexes.
alter table test_state
  drop column first_day, drop column last_day, drop column series_id, drop column last_run_id, drop column executions,
  drop column dirty, drop column durations_day;
