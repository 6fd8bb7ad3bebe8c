alter table test_state
  add column last_evidence_at timestamptz,
  -- Executions in the window that say nothing of the test: in an outage, or in a run that was mostly red.
  add column left_out integer not null default 0,
  -- The last run without a sign of it, and the first with one.
  add column last_good_run_id bigint,
  add column first_bad_run_id bigint;

-- When a test of the project is flaky or broken: `FlakinessRule`; null: as the defaults say.
alter table project add column flakiness_rule jsonb;

-- A test that goes on under another key: it was renamed or moved. Its history is that of the test it became.
create table test_alias (
  project_id bigint not null,
  test_id bigint not null,
  same_as_id bigint not null,
  by_user_id bigint,
  at timestamptz not null,
  primary key (project_id, test_id)
);
create index test_alias_same_as on test_alias (project_id, same_as_id);

alter table test_alias add foreign key (project_id) references project (id) on delete cascade;
