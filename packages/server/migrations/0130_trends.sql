-- Data of trends, flakiness and test pages: counters that remain after their reports are deleted.

-- One row per project with counted runs. Every count increases its revision, so that caches only read rows
-- with a higher one.
create table trend_state (
  project_id bigint primary key,
  revision bigint not null default 0
);

-- Runs of one suite, environment, branch ('' for none) and framework.
create table series (
  project_id bigint not null,
  id bigserial,
  suite text not null,
  environment text not null,
  branch text not null,
  framework text not null,
  primary key (project_id, id),
  unique (project_id, suite, environment, branch, framework)
);

-- One narrow row per ended run. It remains after the run is deleted.
create table counted_run (
  project_id bigint not null,
  run_id bigint not null,
  number integer not null,
  series_id bigint not null,
  started_at timestamptz not null,
  status text not null,
  commit_sha text,
  duration_ms double precision,
  total integer not null,
  -- Includes flaky.
  passed integer not null,
  failed integer not null,
  errored integer not null,
  skipped integer not null,
  flaky integer not null,
  first_passed integer not null,
  -- Failed and errored tests that were in quarantine when the run started.
  quarantined integer not null,
  -- Duration of the failed attempts of flaky tests, in microseconds.
  flaky_us bigint not null,
  tags text[] not null,
  -- True if the run resumed. It is not counted until it ends again.
  gone boolean not null default false,
  revision bigint not null,
  primary key (project_id, run_id)
);
create index counted_run_revision on counted_run (project_id, revision);
create index counted_run_started on counted_run (project_id, started_at);

-- Tests of an owner in a run, by the owners at the time of the count.
create table run_owner (
  project_id bigint not null,
  run_id bigint not null,
  owner text not null,
  total integer not null,
  passed integer not null,
  failed integer not null,
  skipped integer not null,
  flaky integer not null,
  first_passed integer not null,
  quarantined integer not null,
  flaky_us bigint not null,
  primary key (project_id, owner, run_id)
);
create index run_owner_run on run_owner (project_id, run_id);

-- A test's executions and outcomes in a series by day (UTC, by the start of the run). Durations are whole
-- microseconds, so that sums do not depend on the order and can be subtracted.
create table test_day (
  project_id bigint not null,
  test_id bigint not null,
  day date not null,
  series_id bigint not null,
  -- Includes flaky.
  passed integer not null,
  -- Includes errored.
  failed integer not null,
  skipped integer not null,
  flaky integer not null,
  -- Executions with a known duration, and the sum of the durations.
  timed integer not null,
  duration_us bigint not null,
  flaky_us bigint not null,
  primary key (project_id, test_id, day, series_id)
);

-- State of each test that ran.
create table test_state (
  project_id bigint not null,
  test_id bigint not null,
  -- First and last run, in UTC.
  first_day date not null,
  last_day date not null,
  -- Status in the latest run, and the run.
  series_id bigint not null,
  last_run_id bigint not null,
  -- True if the test must be evaluated again.
  dirty boolean not null,
  judged_day date,
  state text not null default 'unknown' check (state in ('unknown', 'healthy', 'flaky', 'broken')),
  -- Since when: the start of the run that showed it.
  state_since timestamptz,
  -- Flaky executions in percent of those in the window.
  score real not null default 0,
  executions integer not null default 0,
  -- Evidence of flakiness: `FlakyEvidence[]`, newest first.
  evidence jsonb not null default '[]',
  -- Duration of failed attempts of flaky executions in the window, in microseconds.
  cost_us bigint not null default 0,
  -- Mean duration of the last 14 full days, and of the 14 days before; null without executions.
  recent_us bigint,
  before_us bigint,
  durations_day date,
  primary key (project_id, test_id)
);
create index test_state_dirty on test_state (project_id) where dirty;
create index test_state_score on test_state (project_id, state, score desc);
create index test_state_slow on test_state (project_id, recent_us desc nulls last);
create index test_state_last_day on test_state (project_id, last_day desc);

-- Times at which a test became flaky, broken or healthy.
create table test_state_change (
  project_id bigint not null,
  id bigserial,
  test_id bigint not null,
  from_state text not null,
  to_state text not null,
  -- Start of the run that showed it.
  at timestamptz not null,
  noted_at timestamptz not null,
  primary key (project_id, id)
);
create index test_state_change_at on test_state_change (project_id, at desc);
create index test_state_change_test on test_state_change (project_id, test_id, at desc);

-- Owner of a test; null if unknown.
alter table test add column owner text;
create index test_owner on test (project_id, owner) where owner is not null;

-- A test whose failures are known and do not count for now.
create table quarantine (
  project_id bigint not null,
  id bigserial,
  test_id bigint not null,
  -- `quarantine`: its failures count in no rate and notify no one. `mute`: they count, but notify no one.
  kind text not null check (kind in ('quarantine', 'mute')),
  reason text not null,
  -- User who is responsible.
  owner text,
  by_user_id bigint,
  starts_at timestamptz not null,
  -- Time at which it ends automatically; null if it ends by a user or by clean runs.
  ends_at timestamptz,
  -- Number of consecutive runs that must pass at the first attempt to end it; null if they do not end it.
  release_after integer,
  released_at timestamptz,
  released_by_user_id bigint,
  released_why text check (released_why in ('person', 'clean_runs', 'expired')),
  primary key (project_id, id)
);
create unique index quarantine_open on quarantine (project_id, test_id) where released_at is null;
create index quarantine_test on quarantine (project_id, test_id);

-- Counts all runs again, with their tests. The remaining rows of `run_day` belong to deleted reports.
update run_day d
   set runs = d.runs - s.runs, total = d.total - s.total, passed = d.passed - s.passed, failed = d.failed - s.failed,
       errored = d.errored - s.errored, skipped = d.skipped - s.skipped, flaky = d.flaky - s.flaky,
       first_passed = d.first_passed - s.first_passed, duration_ms = d.duration_ms - s.duration_ms,
       timed_runs = d.timed_runs - s.timed_runs
  from (select project_id, counted_day, count(*) as runs, sum(total) as total, sum(passed) as passed, sum(failed) as failed,
               sum(errored) as errored, sum(skipped) as skipped, sum(flaky) as flaky, sum(first_passed) as first_passed,
               coalesce(sum(duration_ms), 0) as duration_ms, count(duration_ms) as timed_runs
          from run where counted_day is not null and removed_at is null group by project_id, counted_day) s
 where d.project_id = s.project_id and d.day = s.counted_day;
update run set counted_day = null where counted_day is not null and removed_at is null;

alter table trend_state add foreign key (project_id) references project (id) on delete cascade;
alter table series add foreign key (project_id) references project (id) on delete cascade;
