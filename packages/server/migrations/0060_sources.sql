-- A row of `upload` is a source. A file and a bundle (a folder, an archive, files that belong
-- together) are identified by the hash of their content; a live source by the hash of the id that its client chose,
-- in `content_hash`, and by the number of the last recorded batch.
alter table upload add column kind text not null default 'file' check (kind in ('file', 'bundle', 'live'));
alter table upload add column client_id text;
alter table upload add column last_batch integer not null default 0;
alter table upload add column heard_at timestamptz;
alter table upload add check ((kind = 'live') = (client_id is not null));
-- Version of the tool that wrote the report, if known. Different versions of shards cause a warning.
alter table upload add column framework_version text;

-- Output of the run outside its tests. Such files are artifacts without a result.
create table run_output (
  project_id bigint not null,
  id bigserial,
  run_id bigint not null,
  upload_id bigint not null,
  stream text not null check (stream in ('stdout', 'stderr')),
  content text not null,
  primary key (project_id, id)
);
create index run_output_run on run_output (project_id, run_id);
-- Amount of both, so that reports without any are not queried.
alter table run add column output_count integer not null default 0;
alter table run_output add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
