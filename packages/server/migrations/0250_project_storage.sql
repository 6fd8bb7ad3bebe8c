-- Storage of each project in the blob store. Both tables change in the transaction that adds or removes contents, so the sum stays correct.

create table stored_blob (
  project_id bigint not null references project (id) on delete cascade,
  hash text not null,
  bytes bigint not null,
  -- Last time that an upload needed it. A running upload may be about to refer to it.
  kept_at timestamptz not null,
  primary key (project_id, hash)
);

create table project_storage (
  project_id bigint primary key references project (id) on delete cascade,
  used_bytes bigint not null default 0,
  -- Null for the default of the server, 0 for no limit.
  limit_bytes bigint,
  -- Last threshold, in percent of the limit, that users were warned of; 0 if none since usage fell.
  warned_percent smallint not null default 0
);

insert into stored_blob (project_id, hash, bytes, kept_at)
select project_id, hash, max(bytes), '-infinity'
  from (select project_id, blob_hash as hash, coalesce(size, 0)::bigint as bytes from artifact where blob_hash is not null
        union all
        select project_id, blob_hash, size::bigint from annotation_attachment
        union all
        select project_id, hash, 0 from released_blob) known
 group by project_id, hash;

-- Projects whose storage is so large that the default limit could reject their next files have no limit until someone sets one.
insert into project_storage (project_id, used_bytes, limit_bytes)
select p.id, coalesce(sum(b.bytes), 0), case when sum(b.bytes) > 64000000000 then 0 end
  from project p left join stored_blob b on b.project_id = p.id
 group by p.id;
