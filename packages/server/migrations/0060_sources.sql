-- A row of upload is one source: what is recorded once. A file and a bundle (a folder, an archive, files that only mean
-- something together) are known by the hash of their content; a live stream by the id that its client chose, whose hash
-- stands in content_hash, and by the number of the last batch that was written.
alter table upload add column kind text not null default 'file' check (kind in ('file', 'bundle', 'live'));
alter table upload add column client_id text;
alter table upload add column last_batch integer not null default 0;
alter table upload add column heard_at timestamptz;
alter table upload add check ((kind = 'live') = (client_id is not null));
-- What wrote the report, where it says so: shards of different versions are worth a warning.
alter table upload add column framework_version text;

-- Output of a run that belongs to none of its tests; files of that sort are artifacts without a result.
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
-- How much of both a run has: a report without any is not asked for it.
alter table run add column output_count integer not null default 0;
alter table run_output add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
