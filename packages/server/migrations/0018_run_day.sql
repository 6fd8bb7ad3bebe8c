-- The totals of a project by day, of runs that have ended: a dashboard adds up some hundred rows and the few runs that are
-- not counted yet, whatever is stored. A job counts them, so that no upload waits for another one here.

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
  -- Runs that say how long they took.
  timed_runs integer not null,
  primary key (project_id, day)
);

-- The day that a run is counted in; null while it is in none. The next count takes in the runs that are stored already.
alter table run add column counted_day date;

-- The run before one of the same suite and environment, and the runs that are counted nowhere.
create index run_suite_environment on run (project_id, suite, environment, started_at desc, id desc) include (branch, status);
create index run_uncounted on run (project_id) where counted_day is null;

alter table run_day add foreign key (project_id) references project (id) on delete cascade;
