-- What changes of a test with every run that is counted: in a narrow table, because each change of an indexed column of `test_state`
-- wrote all of its indexes.
create table test_activity (
  project_id bigint not null,
  test_id bigint not null,
  -- Of its latest run, in UTC.
  last_day date not null,
  -- Of that run.
  series_id bigint not null,
  last_run_id bigint not null,
  -- In the window of the flakiness rule.
  executions integer not null default 0,
  primary key (project_id, test_id)
) with (fillfactor = 80);
insert into test_activity (project_id, test_id, last_day, series_id, last_run_id, executions)
select project_id, test_id, last_day, series_id, last_run_id, executions from test_state;
create index test_activity_last_day on test_activity (project_id, last_day desc, test_id desc);
alter table test_activity add foreign key (project_id) references project (id) on delete cascade;

-- With their indexes.
alter table test_state drop column last_day, drop column series_id, drop column last_run_id, drop column executions;
alter table test_state set (fillfactor = 80);
