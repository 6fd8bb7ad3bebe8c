-- Audit log: one row per administrative action, written in its transaction. A global table that copies user and
-- project names, so that rows remain after users and projects are deleted.

create table audit_event (
  id bigserial primary key,
  at timestamptz not null,
  actor_id bigint,
  actor_email text not null,
  -- Address of the client.
  address text not null,
  action text not null,
  project_id bigint,
  target_type text not null,
  target_id bigint,
  target_name text not null,
  detail jsonb not null default '{}'
);
create index audit_event_project on audit_event (project_id, id desc);
