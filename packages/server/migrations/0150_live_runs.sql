-- Tests of a run that have begun and are not decided: how far a running run is.
alter table run add column running integer not null default 0;
-- Why the run broke off, in a sentence for people: what its reporter said, or that it fell silent.
alter table run add column interruption text;
-- The same as one live source said it with its last word.
alter table upload add column interruption text;
-- How long it took, as its stream says.
alter table upload add column said_duration_ms double precision;
-- Bytes of what waits in live_event.
alter table upload add column waiting_bytes bigint not null default 0;

-- The tests of a live source by the ids that they have in its stream, until the source has said its last word: whatever
-- comes for a test later finds its result.
create table live_test (
  project_id bigint not null,
  upload_id bigint not null,
  -- The first 128 bits of the SHA-256 of the id in the stream.
  stream_id uuid not null,
  id bigserial,
  run_id bigint not null,
  result_id bigint not null,
  decided boolean not null,
  primary key (project_id, upload_id, stream_id)
);
create index live_test_run on live_test (project_id, run_id);

-- What came for tests that are not decided yet, as lines of JSON, packed batch by batch.
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

-- Files that came before the test that they name; until it comes they are files of the run.
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
