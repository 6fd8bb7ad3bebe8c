-- Events that are marked on the charts of trends.
create table trend_event (
  project_id bigint not null,
  id bigserial,
  at timestamptz not null,
  kind text not null check (kind in ('deploy', 'outage', 'other')),
  title text not null,
  url text,
  -- Null for all environments.
  environment text,
  -- Null if an API key added it.
  by_user_id bigint,
  primary key (project_id, id)
);
create index trend_event_at on trend_event (project_id, at);

-- True if the report was deleted. The run still counts, but has no link.
alter table counted_run add column deleted boolean not null default false;
update counted_run c set deleted = true
 where not exists (select from run r where r.project_id = c.project_id and r.id = c.run_id and r.removed_at is null);

alter table trend_event add foreign key (project_id) references project (id) on delete cascade;
