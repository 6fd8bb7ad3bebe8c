-- What failed, and of which cause. Counters of a cause outlive the runs that they were counted in.

-- One row for each project with failures. Its revision moves with every change, and each changed row below carries the one
-- that changed it: who keeps failures in memory reads what has a higher one. Whoever changes anything locks this row first.
create table failure_state (
  project_id bigint primary key,
  revision bigint not null default 0
);

-- Failures of one cause.
create table failure_group (
  project_id bigint not null,
  id bigserial,
  -- What its failures are taken for; null where nothing tells.
  class text,
  sub_class text,
  confidence real,
  decided_by text check (decided_by in ('rule', 'model', 'project', 'person')),
  -- The rule's name, the model's version, or the decision that it follows.
  decided_name text,
  -- Joined with another one; it has no errors of its own any more.
  merged_into bigint,
  -- Nothing joins it with another one by itself.
  pinned boolean not null default false,
  -- Came back in this run after runs without it.
  regressed_run_id bigint,
  created_at timestamptz not null default now(),
  revision bigint not null,
  primary key (project_id, id)
);
create index failure_group_revision on failure_group (project_id, revision);

-- Errors that read alike once what differs from run to run is taken out of them.
create table failure_signature (
  project_id bigint not null,
  id bigserial,
  signature text not null,
  version smallint not null,
  group_id bigint not null,
  -- Who put it into its group; what a person did stays.
  placed_by text not null check (placed_by in ('engine', 'person')),
  -- Only errors of one block can be similar.
  block text not null,
  -- Anchors and normalised text.
  outline jsonb not null,
  -- What it was seen as first; the normalised text stands in the outline.
  message text not null,
  stack text,
  framework text not null,
  title text not null,
  -- What the engine says by itself: class, sub-class, confidence, evidence, alternatives, who.
  verdict jsonb not null,
  occurrences integer not null default 0,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- Runs may be gone; their numbers and commits stay.
  first_run jsonb not null,
  last_run jsonb not null,
  revision bigint not null,
  primary key (project_id, id),
  unique (project_id, signature)
);
create index failure_signature_block on failure_signature (project_id, block);
create index failure_signature_group on failure_signature (project_id, group_id);
create index failure_signature_revision on failure_signature (project_id, revision);

-- One slim row for each result that failed or errored, or passed only when it was run again (flaky).
create table failure (
  project_id bigint not null,
  id bigserial,
  run_id bigint not null,
  result_id bigint not null,
  test_id bigint not null,
  -- Null: the report gives no error.
  signature_id bigint,
  flaky boolean not null,
  failed_at timestamptz not null,
  -- What it is taken for where that is not what its group is.
  class text,
  sub_class text,
  decision_id bigint,
  -- Its result does not stand any more: it was run again, or taken back.
  gone boolean not null default false,
  revision bigint not null,
  primary key (project_id, id),
  unique (project_id, run_id, result_id)
);
-- Paths that name only a result find its project here.
create index failure_result on failure (result_id);
create index failure_revision on failure (project_id, revision);
create index failure_signature_time on failure (project_id, signature_id, failed_at desc);
create index failure_test on failure (project_id, test_id, failed_at desc);

-- Failures of an error by day (UTC), flaky ones left out.
create table failure_day (
  project_id bigint not null,
  signature_id bigint not null,
  day date not null,
  failures integer not null,
  primary key (project_id, signature_id, day)
);

-- What people said.
create table decision (
  project_id bigint not null,
  id bigserial,
  kind text not null check (kind in ('reclassify', 'merge', 'split')),
  -- What it was about, and what it was before: enough to take it back.
  class text,
  sub_class text,
  scope text,
  subject jsonb not null,
  before jsonb not null,
  by_user_id bigint,
  decided_at timestamptz not null,
  undone_at timestamptz,
  undone_by_user_id bigint,
  primary key (project_id, id)
);

-- The version of the signatures of a run's results, and the one that its failures were gathered with (null: not yet).
alter table run
  add column signature_version smallint not null default 1,
  add column gathered_version smallint;
create index run_ungathered on run (project_id, (coalesce(gathered_version, 0)), id)
  where failed + errored + flaky > 0 and removed_at is null;

alter table failure_state add foreign key (project_id) references project (id) on delete cascade;
alter table failure_day add foreign key (project_id) references project (id) on delete cascade;
alter table decision add foreign key (project_id) references project (id) on delete cascade;
