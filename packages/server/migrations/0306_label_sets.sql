-- Each combination of tags and facts is stored once. Counted runs and days of tests refer to it, so that trends and tests can be filtered
-- by tags and facts without reading runs.
create table label_set (
  project_id bigint not null,
  id serial,
  -- SHA-256 of both sorted lists, because the lists may be too long for an index.
  hash bytea not null,
  tags text[] not null,
  facts text[] not null,
  primary key (project_id, id),
  unique (project_id, hash)
);
create index label_set_tags on label_set using gin (tags);
create index label_set_facts on label_set using gin (facts);

alter table counted_run add column label_set_id integer;
with labelled as (
  select project_id, run_id, array(select tag from unnest(tags) as tag order by tag collate "C") as tags
    from counted_run where tags <> '{}'
), hashed as (
  select *, sha256(convert_to(jsonb_build_array(to_jsonb(tags), '[]'::jsonb)::text, 'UTF8')) as hash from labelled
), sets as (
  insert into label_set (project_id, hash, tags, facts)
  select distinct on (project_id, hash) project_id, hash, tags, '{}'::text[] from hashed
  returning project_id, id, hash
)
update counted_run c set label_set_id = s.id
  from hashed h join sets s on s.project_id = h.project_id and s.hash = h.hash
 where c.project_id = h.project_id and c.run_id = h.run_id;
alter table counted_run drop column tags;

-- Label sets of that day's runs; null if no run had any.
alter table test_day add column label_sets integer[];

alter table label_set add foreign key (project_id) references project (id) on delete cascade;
