-- Who did what: one row per administrative act, written in the act's own transaction. A global table; it names people
-- and projects by value, so that it outlives them.

create table audit_event (
  id bigserial primary key,
  at timestamptz not null,
  actor_id bigint,
  actor_email text not null,
  -- Where the request came from.
  address text not null,
  action text not null,
  project_id bigint,
  target_type text not null,
  target_id bigint,
  target_name text not null,
  detail jsonb not null default '{}'
);
create index audit_event_project on audit_event (project_id, id desc);
