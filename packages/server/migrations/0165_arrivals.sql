-- Uploads and their results: one row per request with files, live source, and rejected request.
-- They remain for a while after their report and their API key are deleted.

create table arrival (
  project_id bigint not null,
  id bigserial,
  received_at timestamptz not null,
  ended_at timestamptz,
  -- Source: file, live, spool. New values need no migration.
  way text not null,
  state text not null check (state in ('received', 'reading', 'accepted', 'problems', 'rejected', 'failed', 'interrupted', 'duplicate')),
  -- Number of requests. Above a few per minute, rejected requests are only counted.
  times integer not null default 1,
  -- Sender, with a copy of the name.
  key_id bigint,
  user_id bigint,
  sender text,
  -- Information from the sender.
  suite text,
  environment text,
  branch text,
  commit_sha text,
  build text,
  ci_url text,
  shard integer,
  shard_total integer,
  -- First file, or name of the live source.
  name text not null,
  file_count integer not null,
  bytes bigint not null,
  tests integer not null default 0,
  problem_count integer not null default 0,
  reason text,
  -- Results of the first files that need attention, as JSON, and their number.
  files jsonb not null default '[]',
  verdict_count integer not null default 0,
  -- Process that reads it. If it dies, the upload is abandoned.
  writer integer,
  -- Names, build, branch, commit and reports in lower case, for searches.
  search_text text not null,
  primary key (project_id, id)
);
create index arrival_state on arrival (project_id, state, id);
create index arrival_received on arrival (project_id, received_at) include (state, times);
create index arrival_writer on arrival (writer) where writer is not null;

-- Reports of an upload. Their names remain after they are deleted.
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
-- Finds the same content in another report.
create index upload_content on upload (project_id, content_hash);
-- Finds runs that wait for further parts.
create index run_sharded on run (project_id, last_event_at) where shard_total > 1;

alter table arrival add foreign key (project_id) references project (id) on delete cascade;
alter table arrival_run add foreign key (project_id, arrival_id) references arrival (project_id, id) on delete cascade;
