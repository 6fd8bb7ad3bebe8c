-- Runs and what happened in them. Every table here has project_id first in its keys, so that a cluster can place a
-- project's rows on one shard.

create table run_counter (
  project_id bigint primary key,
  last_number integer not null
);

create table run (
  project_id bigint not null,
  id bigserial,
  number integer not null,
  -- Which uploads belong together: hash of build, suite and environment, or of the content where there is no build.
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
  -- Tests whose first attempt passed: with passed it gives both pass rates.
  first_passed integer not null default 0,
  test_duration_ms double precision not null default 0,
  problem_count integer not null default 0,
  -- Shards that the reports announce; 1 where nothing is sharded.
  shard_total integer not null default 1,
  tags text[] not null default '{}',
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  last_event_at timestamptz not null default now(),
  primary key (project_id, id),
  unique (project_id, number),
  unique (project_id, key)
);
-- Paths that name only a report find its project here.
create index run_id on run (id);
create index run_started on run (project_id, started_at desc, id desc);
create index run_unfinished on run (last_event_at) where status = 'running';

-- A test across runs. Its key is a hash of file, title path and variant.
create table test (
  project_id bigint not null,
  id bigserial,
  key uuid not null,
  file text,
  title_path text[] not null,
  variant text not null,
  -- File, titles and variant in lower case: what a search looks at, made once and not for each search.
  search_text text not null,
  tags text[] not null default '{}',
  first_run_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (project_id, id),
  -- The key first: see testIds.
  unique (key, project_id)
);

-- One report file that was read into a run.
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
  -- The process that writes it: an unfinished upload of a dead one is taken back.
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

-- Slim on purpose: lists, history and counters read this table and never the heavy part.
create table result (
  project_id bigint not null,
  id bigserial,
  run_id bigint not null,
  test_id bigint not null,
  upload_id bigint not null,
  -- The later upload that ran this test again in the same run, if any. Lists and counters leave such rows out; an
  -- opened row shows the attempts of all its generations.
  superseded_by bigint,
  generation smallint not null,
  -- Order of the list: failed, errored, running, flaky, skipped, passed, each as the report had it.
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
  -- Place in result_detail; null where this row says it all.
  detail_id bigint,
  detail_slot smallint,
  primary key (project_id, id),
  unique (project_id, test_id, run_id, occurrence, generation)
);
create index result_list on result (project_id, run_id, rank, seq) where superseded_by is null;

-- The heavy part: attempts with errors, stacks, steps and output. One row holds the details of one batch of results as
-- zstd-compressed JSON, because compressing them one by one costs more than writing them; read when a row is opened.
create table result_detail (
  project_id bigint not null,
  id bigserial,
  run_id bigint not null,
  upload_id bigint not null,
  details bytea not null,
  primary key (project_id, id)
);
create index result_detail_run on result_detail (project_id, run_id);
-- Already compressed: another attempt at it would only cost time.
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
  -- As the report wrote it, to be matched with files that arrive later.
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
