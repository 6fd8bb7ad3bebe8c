-- Failures and their causes. Counters of a cause remain after its runs are deleted.

-- One row per project with failures. Every change increases its revision, and each changed row below stores the revision
-- of its change, so that caches only read newer rows. Every change locks this row first.
create table failure_state (
  project_id bigint primary key,
  revision bigint not null default 0
);

-- A cause: failures with the same reason.
create table failure_group (
  project_id bigint not null,
  id bigserial,
  -- Class of its failures; null if unknown.
  class text,
  sub_class text,
  confidence real,
  decided_by text check (decided_by in ('rule', 'model', 'project', 'person')),
  -- Name of the rule, version of the model, or the user's decision.
  decided_name text,
  -- Cause that it was merged into. It then has no errors.
  merged_into bigint,
  -- True if it is not merged automatically.
  pinned boolean not null default false,
  -- Run in which it returned after runs without it.
  regressed_run_id bigint,
  created_at timestamptz not null default now(),
  revision bigint not null,
  primary key (project_id, id)
);
create index failure_group_revision on failure_group (project_id, revision);

-- Errors that are equal after removing what differs between runs.
create table failure_signature (
  project_id bigint not null,
  id bigserial,
  signature text not null,
  version smallint not null,
  group_id bigint not null,
  -- Whether the engine or a user assigned it to its cause. The engine never changes user assignments.
  placed_by text not null check (placed_by in ('engine', 'person')),
  -- Only errors of the same block can be similar.
  block text not null,
  -- Anchors and normalised text.
  outline jsonb not null,
  -- First original text; the outline has the normalised text.
  message text not null,
  stack text,
  framework text not null,
  title text not null,
  -- Verdict of the engine: class, sub-class, confidence, evidence, alternatives, author.
  verdict jsonb not null,
  occurrences integer not null default 0,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- Runs may be deleted; their numbers and commits remain.
  first_run jsonb not null,
  last_run jsonb not null,
  revision bigint not null,
  primary key (project_id, id),
  unique (project_id, signature)
);
create index failure_signature_block on failure_signature (project_id, block);
create index failure_signature_group on failure_signature (project_id, group_id);
create index failure_signature_revision on failure_signature (project_id, revision);

-- One narrow row per result that failed, errored, or passed only on retry (flaky).
create table failure (
  project_id bigint not null,
  id bigserial,
  run_id bigint not null,
  result_id bigint not null,
  test_id bigint not null,
  -- Null if the report has no error.
  signature_id bigint,
  flaky boolean not null,
  failed_at timestamptz not null,
  -- Class of the failure, if it differs from that of its cause.
  class text,
  sub_class text,
  decision_id bigint,
  -- True if its result no longer counts, because it was superseded or deleted.
  gone boolean not null default false,
  revision bigint not null,
  primary key (project_id, id),
  unique (project_id, run_id, result_id)
);
-- Finds the project of a result.
create index failure_result on failure (result_id);
create index failure_revision on failure (project_id, revision);
create index failure_signature_time on failure (project_id, signature_id, failed_at desc);
create index failure_test on failure (project_id, test_id, failed_at desc);

-- Failures of an error by day (UTC), excluding flaky ones.
create table failure_day (
  project_id bigint not null,
  signature_id bigint not null,
  day date not null,
  failures integer not null,
  primary key (project_id, signature_id, day)
);

-- Decisions of users.
create table decision (
  project_id bigint not null,
  id bigserial,
  kind text not null check (kind in ('reclassify', 'merge', 'split')),
  -- Its change, and the state before, to undo it.
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

-- Signature version of a run's results, and the version used to collect its failures (null: not collected yet).
alter table run
  add column signature_version smallint not null default 1,
  add column gathered_version smallint;
create index run_ungathered on run (project_id, (coalesce(gathered_version, 0)), id)
  where failed + errored + flaky > 0 and removed_at is null;

alter table failure_state add foreign key (project_id) references project (id) on delete cascade;
alter table failure_day add foreign key (project_id) references project (id) on delete cascade;
alter table decision add foreign key (project_id) references project (id) on delete cascade;
