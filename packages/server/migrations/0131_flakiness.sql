alter table test_state
  add column last_evidence_at timestamptz,
  -- Executions in the window that are not considered: in an incident, or in a run in which most tests failed.
  add column left_out integer not null default 0,
  -- The last run without evidence, and the first with evidence.
  add column last_good_run_id bigint,
  add column first_bad_run_id bigint;

-- When a test of the project is flaky or broken: `FlakinessRule`; null for the defaults.
alter table project add column flakiness_rule jsonb;

-- A test that was renamed or moved, and continues under another key, with its history.
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
