-- Credentials belong to the server, or to a project.
alter table connector rename column id to type;
alter table connector drop constraint connector_pkey;
alter table connector
  add column id bigint generated always as identity primary key,
  -- Null for the server.
  add column project_id bigint references project (id) on delete cascade,
  add unique nulls not distinct (type, project_id);

-- What a project does with a connector: a Jira project that gets tickets, a Slack channel that gets messages.
create table binding (
  project_id bigint not null references project (id) on delete cascade,
  id bigint generated always as identity,
  offer text not null check (offer in ('tracker', 'channel', 'code-host')),
  connector_type text not null,
  -- Null after the connector was deleted.
  connector_id bigint references connector (id) on delete set null,
  -- Name for users, without secrets.
  name text not null,
  settings jsonb not null,
  -- Secret settings by field, each encrypted with the server's secret, in base64.
  secrets jsonb not null,
  enabled boolean not null default true,
  -- Why the server disabled it.
  disabled_reason text,
  created_by bigint not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create index binding_connector on binding (connector_id);

-- Messages that deliveries created in other services, so that later deliveries can update them or reply to them.
create table outbox_object (
  project_id bigint not null,
  kind text not null,
  target_id bigint not null,
  -- Subject, such as `cause:12`.
  subject text not null,
  address jsonb not null,
  created_at timestamptz not null,
  primary key (project_id, kind, target_id, subject),
  foreign key (project_id, kind, target_id) references outbox_destination (project_id, kind, target_id) on delete cascade
);
