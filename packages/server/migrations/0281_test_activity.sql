-- What changes of a test with every run that is counted: in a narrow table, because each change of an indexed column of `test_state`
-- wrote all of its indexes.
create table test_activity (
  project_id bigint not null,
  test_id bigint not null,
  -- Of its runs, in UTC.
  first_day date not null,
  last_day date not null,
  -- Of the latest run, and that run.
  series_id bigint not null,
  last_run_id bigint not null,
  -- In the window of the flakiness rule.
  executions integer not null default 0,
  -- Something happened since it was judged.
  dirty boolean not null,
  -- When its mean durations were computed; null where an older run came since.
  durations_day date,
  primary key (project_id, test_id)
) with (fillfactor = 80);
insert into test_activity (project_id, test_id, first_day, last_day, series_id, last_run_id, executions, dirty, durations_day)
select project_id, test_id, first_day, last_day, series_id, last_run_id, executions, dirty, durations_day from test_state;
create index test_activity_first_day on test_activity (project_id, first_day);
create index test_activity_last_day on test_activity (project_id, last_day desc, test_id desc);
create index test_activity_dirty on test_activity (project_id, test_id) where dirty;
alter table test_activity add foreign key (project_id) references project (id) on delete cascade;

-- With their indexes.
alter table test_state
  drop column first_day, drop column last_day, drop column series_id, drop column last_run_id, drop column executions,
  drop column dirty, drop column durations_day;
