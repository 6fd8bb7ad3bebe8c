-- Runs and their results. `project_id` comes first in every key, so that a cluster can store the rows of a project on
-- one shard.

create table run_counter (
  project_id bigint primary key,
  last_number integer not null
);

create table run (
  project_id bigint not null,
  id bigserial,
  number integer not null,
  -- Groups uploads into runs. A hash of build, suite and environment; without a build, a hash of the content.
  key text not null,
  build text,
  suite text not null,
  framework text not null,
  environment text not null,
  branch text,
  commit_sha text,
  ci_url text,
  status text not null check (status in ('running', 'completed', 'failed', 'interrupted')),
  started_at timestamptz not null,
  ended_at timestamptz,
  duration_ms double precision,
  total integer not null default 0,
  passed integer not null default 0,
  failed integer not null default 0,
  errored integer not null default 0,
  skipped integer not null default 0,
  flaky integer not null default 0,
  -- Tests whose first attempt passed. Together with `passed`, it gives both pass rates.
  first_passed integer not null default 0,
  test_duration_ms double precision not null default 0,
  problem_count integer not null default 0,
  -- Number of shards according to the reports; 1 without shards.
  shard_total integer not null default 1,
  tags text[] not null default '{}',
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  last_event_at timestamptz not null default now(),
  primary key (project_id, id),
  unique (project_id, number),
  unique (project_id, key)
);
-- Finds the project of a report.
create index run_id on run (id);
create index run_started on run (project_id, started_at desc, id desc);
create index run_unfinished on run (last_event_at) where status = 'running';

-- A test in all its runs. The key is a hash of file, title path and variant.
create table test (
  project_id bigint not null,
  id bigserial,
  key uuid not null,
  file text,
  title_path text[] not null,
  variant text not null,
  -- File, titles and variant in lower case, for searches.
  search_text text not null,
  tags text[] not null default '{}',
  first_run_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (project_id, id),
  -- The key comes first: see `testIds`.
  unique (key, project_id)
);

-- A report file of a run.
create table upload (
  project_id bigint not null,
  id bigserial,
  run_id bigint not null,
  file_name text not null,
  format text not null,
  content_hash bytea not null,
  bytes bigint not null,
  shard integer,
  status text not null check (status in ('receiving', 'recorded')),
  -- Process that writes the upload. If it dies, the unfinished upload is rolled back.
  writer integer not null,
  incomplete boolean not null default false,
  run_error boolean not null default false,
  started_at timestamptz,
  duration_ms double precision,
  tests integer not null default 0,
  received_at timestamptz not null default now(),
  primary key (project_id, id),
  unique (project_id, run_id, content_hash)
);
create index upload_receiving on upload (received_at) where status = 'receiving';

-- Narrow, because lists, history and counters only read this table, not the details.
create table result (
  project_id bigint not null,
  id bigserial,
  run_id bigint not null,
  test_id bigint not null,
  upload_id bigint not null,
  -- Later upload that ran the test again in the same run. Lists and counters exclude such rows. The details of a row
  -- include the attempts of all its generations.
  superseded_by bigint,
  generation smallint not null,
  -- Rank in lists: failed, errored, running, flaky, skipped, passed; then the order of the report.
  rank smallint not null,
  seq integer not null,
  occurrence smallint not null,
  retries smallint not null,
  worker smallint,
  flaky boolean not null,
  status text not null,
  first_status text not null,
  duration_ms real,
  started_at timestamptz,
  browser text,
  author text,
  error_line text,
  -- Position in `result_detail`; null if this row contains everything.
  detail_id bigint,
  detail_slot smallint,
  primary key (project_id, id),
  unique (project_id, test_id, run_id, occurrence, generation)
);
create index result_list on result (project_id, run_id, rank, seq) where superseded_by is null;

-- Details: attempts with errors, stacks, steps and output. Each row stores one batch of results as
-- zstd-compressed JSON, which is faster than compressing each result. Read when a user opens a result.
create table result_detail (
  project_id bigint not null,
  id bigserial,
  run_id bigint not null,
  upload_id bigint not null,
  details bytea not null,
  primary key (project_id, id)
);
create index result_detail_run on result_detail (project_id, run_id);
-- The content is already compressed.
alter table result_detail alter column details set storage external;

create table artifact (
  project_id bigint not null,
  id bigserial,
  run_id bigint not null,
  result_id bigint,
  upload_id bigint not null,
  attempt smallint,
  kind text not null,
  name text not null,
  content_type text not null,
  -- Path according to the report, to match files that arrive later.
  path text,
  size bigint,
  blob_hash text,
  primary key (project_id, id)
);
create index artifact_result on artifact (project_id, run_id, result_id);

create table problem (
  project_id bigint not null,
  id bigserial,
  run_id bigint not null,
  upload_id bigint not null,
  severity text not null check (severity in ('warning', 'error', 'incomplete')),
  file text,
  line integer,
  reason text not null,
  primary key (project_id, id)
);
create index problem_run on problem (project_id, run_id);

alter table run_counter add foreign key (project_id) references project (id) on delete cascade;
alter table run add foreign key (project_id) references project (id);
alter table upload add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
alter table result add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
alter table result_detail add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
alter table artifact add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
alter table problem add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
