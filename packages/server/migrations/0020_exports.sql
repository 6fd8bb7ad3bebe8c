-- Files made of a report, from the moment somebody asks for one until it expires. The file itself lies in the data folder,
-- under its project and id: whatever lies there without a row here is swept away.

create table export (
  project_id bigint not null,
  id bigserial,
  run_id bigint not null,
  -- One test of the run; null: all of it.
  result_id bigint,
  format text not null check (format in ('pdf', 'json', 'html')),
  with_artifacts boolean not null,
  state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  done integer not null default 0,
  total integer not null,
  file_name text not null,
  bytes bigint,
  error text,
  -- Null: an API key asked for it.
  requested_by bigint,
  -- The process that makes it: what a dead one left is made again, but not for ever.
  writer integer,
  attempts integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Set once it is finished, in whatever way.
  expires_at timestamptz,
  primary key (project_id, id)
);
-- Paths that name only an export find its project here.
create index export_id on export (id);
create index export_run on export (project_id, run_id, id desc);
create index export_open on export (created_at) where state in ('queued', 'running');
create index export_expiry on export (expires_at) where expires_at is not null;

alter table export add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
