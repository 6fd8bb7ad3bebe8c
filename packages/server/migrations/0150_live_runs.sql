-- Tests of a run that started and have no result yet, as the progress of the run.
alter table run add column running integer not null default 0;
-- Why the run was interrupted, as a sentence: from its reporter, or because it stopped sending.
alter table run add column interruption text;
-- The same for one live source.
alter table upload add column interruption text;
-- Duration according to the stream.
alter table upload add column said_duration_ms double precision;
-- Bytes of the waiting events in `live_event`.
alter table upload add column waiting_bytes bigint not null default 0;

-- Tests of a live source by their ids in its stream, until the source ends, so that later events of a test
-- find its result.
create table live_test (
  project_id bigint not null,
  upload_id bigint not null,
  -- First 128 bits of the stream id's SHA-256.
  stream_id uuid not null,
  id bigserial,
  run_id bigint not null,
  result_id bigint not null,
  decided boolean not null,
  primary key (project_id, upload_id, stream_id)
);
create index live_test_run on live_test (project_id, run_id);

-- Events of tests without a result, as lines of JSON, compressed batch by batch.
create table live_event (
  project_id bigint not null,
  id bigserial,
  run_id bigint not null,
  upload_id bigint not null,
  stream_id uuid not null,
  bytes integer not null,
  events bytea not null,
  primary key (project_id, id)
);
create index live_event_test on live_event (project_id, upload_id, stream_id);
create index live_event_run on live_event (project_id, run_id);
alter table live_event alter column events set storage external;

-- Files that arrived before their test. Until then, they are files of the run.
create table live_file (
  project_id bigint not null,
  id bigserial,
  run_id bigint not null,
  upload_id bigint not null,
  stream_id uuid not null,
  artifact_id bigint not null,
  primary key (project_id, id)
);
create index live_file_test on live_file (project_id, upload_id, stream_id);
create index live_file_run on live_file (project_id, run_id);

alter table live_test add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
alter table live_event add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
alter table live_file add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
