-- What happened beside the tests: marks on the charts of trends.
create table trend_event (
  project_id bigint not null,
  id bigserial,
  at timestamptz not null,
  kind text not null check (kind in ('deploy', 'outage', 'other')),
  title text not null,
  url text,
  -- Null: of all environments.
  environment text,
  -- Null where an API key said it.
  by_user_id bigint,
  primary key (project_id, id)
);
create index trend_event_at on trend_event (project_id, at);

-- The report of a counted run was deleted: it is counted, and leads nowhere.
alter table counted_run add column deleted boolean not null default false;
update counted_run c set deleted = true
 where not exists (select from run r where r.project_id = c.project_id and r.id = c.run_id and r.removed_at is null);

alter table trend_event add foreign key (project_id) references project (id) on delete cascade;
