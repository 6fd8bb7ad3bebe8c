-- Totals of ended runs by project and day. A dashboard adds up some hundred rows and the few runs that are
-- not counted yet. A job counts them, so that uploads do not wait for each other.

create table run_day (
  project_id bigint not null,
  -- In UTC, by the start of the run.
  day date not null,
  runs integer not null,
  total bigint not null,
  passed bigint not null,
  failed bigint not null,
  errored bigint not null,
  skipped bigint not null,
  flaky bigint not null,
  first_passed bigint not null,
  duration_ms double precision not null,
  -- Runs with a known duration.
  timed_runs integer not null,
  primary key (project_id, day)
);

-- Day that counts the run; null if it is not counted yet. The next count includes all stored runs.
alter table run add column counted_day date;

-- Finds the previous run of the same suite and environment, and the runs that are not counted.
create index run_suite_environment on run (project_id, suite, environment, started_at desc, id desc) include (branch, status);
create index run_uncounted on run (project_id) where counted_day is null;

alter table run_day add foreign key (project_id) references project (id) on delete cascade;
