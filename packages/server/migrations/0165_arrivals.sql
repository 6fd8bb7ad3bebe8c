-- What came in for a project, and what became of it: one row for each request with files, each live source, and each
-- request that was refused. Kept for a while by itself: it outlives the report that it became, and the key that sent it.

create table arrival (
  project_id bigint not null,
  id bigserial,
  received_at timestamptz not null,
  ended_at timestamptz,
  -- How it came: file, live, spool. Further ways need no migration.
  way text not null,
  state text not null check (state in ('received', 'reading', 'accepted', 'problems', 'rejected', 'failed', 'interrupted', 'duplicate')),
  -- How many requests it stands for: beyond a few of a minute, refused ones are only counted.
  times integer not null default 1,
  -- Who sent it; the name by value.
  key_id bigint,
  user_id bigint,
  sender text,
  -- What the sender said of it.
  suite text,
  environment text,
  branch text,
  commit_sha text,
  build text,
  ci_url text,
  shard integer,
  shard_total integer,
  -- The first file that was sent, or what the live source is called.
  name text not null,
  file_count integer not null,
  bytes bigint not null,
  tests integer not null default 0,
  problem_count integer not null default 0,
  reason text,
  -- What became of single files, as JSON: those that need reading first, so many at most; and how many there are.
  files jsonb not null default '[]',
  verdict_count integer not null default 0,
  -- The process that reads it: what a dead one left is given up.
  writer integer,
  -- Names, build, branch, commit and reports in lower case: what a search looks at.
  search_text text not null,
  primary key (project_id, id)
);
create index arrival_state on arrival (project_id, state, id);
create index arrival_received on arrival (project_id, received_at) include (state, times);
create index arrival_writer on arrival (writer) where writer is not null;

-- Which reports an arrival became, or has a part in; what they were called stays when they are gone.
create table arrival_run (
  project_id bigint not null,
  arrival_id bigint not null,
  run_id bigint not null,
  number integer not null,
  suite text not null,
  primary key (project_id, arrival_id, run_id)
);
create index arrival_of_run on arrival_run (project_id, run_id, arrival_id);

alter table upload add column arrival_id bigint;
-- The same content in another report.
create index upload_content on upload (project_id, content_hash);
-- Runs of several parts: which of them wait for one.
create index run_sharded on run (project_id, last_event_at) where shard_total > 1;

alter table arrival add foreign key (project_id) references project (id) on delete cascade;
alter table arrival_run add foreign key (project_id, arrival_id) references arrival (project_id, id) on delete cascade;
