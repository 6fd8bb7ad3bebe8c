-- Exports of reports, from the request until they expire. The files are in the data folder, by project and id.
-- Files without a row are deleted.

create table export (
  project_id bigint not null,
  id bigserial,
  run_id bigint not null,
  -- Null for all tests; otherwise a single test.
  result_id bigint,
  format text not null check (format in ('pdf', 'json', 'html')),
  with_artifacts boolean not null,
  state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  done integer not null default 0,
  total integer not null,
  file_name text not null,
  bytes bigint,
  error text,
  -- Null if requested with an API key.
  requested_by bigint,
  -- Process that makes the export. If it dies, the export is made again, for a limited number of times.
  writer integer,
  attempts integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Set when it ended, with or without success.
  expires_at timestamptz,
  primary key (project_id, id)
);
-- Finds the project of an export.
create index export_id on export (id);
create index export_run on export (project_id, run_id, id desc);
create index export_open on export (created_at) where state in ('queued', 'running');
create index export_expiry on export (expires_at) where expires_at is not null;

alter table export add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
