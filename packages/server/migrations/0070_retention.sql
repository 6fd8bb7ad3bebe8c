-- Reports that have passed their project's days go, with everything that only they refer to.

-- From when on the project's reports may go. Null: its leads have not been told yet, because the days were stored and never
-- acted on before this migration. Projects made from now on follow their days from the start.
alter table project add column retention_starts_at timestamptz;

alter table run
  -- Somebody wants it kept, whatever its age.
  add column kept boolean not null default false,
  -- Of its artifacts that were uploaded and of its details, as they lie on disk. Summed when the run is counted in its day.
  add column bytes bigint not null default 0,
  -- It is being taken away: no path, list or upload finds it.
  add column removed_at timestamptz;

update run r
   set bytes = coalesce((select sum(a.size) from artifact a
                          where a.project_id = r.project_id and a.run_id = r.id and a.blob_hash is not null), 0)
             + coalesce((select sum(octet_length(d.details)) from result_detail d
                          where d.project_id = r.project_id and d.run_id = r.id), 0);

-- The latest report of each suite and branch.
create index run_latest on run (project_id, suite, (coalesce(branch, '')), started_at desc, id desc) where removed_at is null;
create index run_removed on run (project_id, id) where removed_at is not null;

-- All results of a run, those that a later upload superseded as well: a run that goes takes them along.
drop index result_list;
create index result_list on result (project_id, run_id, rank, seq) include (superseded_by);

-- Which artifacts share a blob.
create index artifact_blob on artifact (project_id, blob_hash) where blob_hash is not null;

-- Blobs that lost a reference: those that have none left are deleted from the store.
create table released_blob (
  project_id bigint not null,
  hash text not null,
  primary key (project_id, hash)
);

alter table released_blob add foreign key (project_id) references project (id) on delete cascade;
