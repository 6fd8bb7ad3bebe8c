-- Retention: reports older than the limit of their project are deleted, with everything that only they refer to.

-- Time from which reports can be deleted. Null if the leads were not notified yet, because the limit was stored but not
-- applied before this migration. New projects apply it from the start.
alter table project add column retention_starts_at timestamptz;

alter table run
  -- True if a user keeps the report regardless of its age.
  add column kept boolean not null default false,
  -- Size of its artifacts and details on disk. Computed when the run is counted.
  add column bytes bigint not null default 0,
  -- Start of the deletion. A run that is being deleted is hidden and accepts no uploads.
  add column removed_at timestamptz;

update run r
   set bytes = coalesce((select sum(a.size) from artifact a
                          where a.project_id = r.project_id and a.run_id = r.id and a.blob_hash is not null), 0)
             + coalesce((select sum(octet_length(d.details)) from result_detail d
                          where d.project_id = r.project_id and d.run_id = r.id), 0);

-- Finds the latest report of each suite and branch.
create index run_latest on run (project_id, suite, (coalesce(branch, '')), started_at desc, id desc) where removed_at is null;
create index run_removed on run (project_id, id) where removed_at is not null;

-- Finds all results of a run, including superseded ones, to delete them with the run.
drop index result_list;
create index result_list on result (project_id, run_id, rank, seq) include (superseded_by);

-- Finds the artifacts that share a blob.
create index artifact_blob on artifact (project_id, blob_hash) where blob_hash is not null;

-- Blobs that lost a reference. Those without any are deleted from the store.
create table released_blob (
  project_id bigint not null,
  hash text not null,
  primary key (project_id, hash)
);

alter table released_blob add foreign key (project_id) references project (id) on delete cascade;
