-- Rules of a project: which events are sent as messages to a channel.
create table notification_rule (
  project_id bigint not null references project (id) on delete cascade,
  id bigint generated always as identity,
  binding_id bigint not null,
  name text not null,
  events text[] not null,
  -- Values by condition; an absent condition matches everything.
  conditions jsonb not null,
  max_per_hour integer not null,
  -- Time zone, first and last minute of the day, and whether weekends are quiet; null without quiet hours.
  quiet jsonb,
  enabled boolean not null default true,
  created_by bigint not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  foreign key (project_id, binding_id) references binding (project_id, id) on delete cascade
);

-- Messages that were not sent on their own, because of quiet hours or the limit of a rule. One message sums them up.
create table withheld_message (
  project_id bigint not null,
  id bigint generated always as identity,
  rule_id bigint not null,
  -- An event is withheld once.
  key text not null,
  event text not null,
  title text not null,
  url text not null,
  run_id bigint,
  created_at timestamptz not null,
  send_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, rule_id, key),
  foreign key (project_id, rule_id) references notification_rule (project_id, id) on delete cascade
);

-- Messages of a rule that were queued, so that the limit and a repeated call find them.
create table rule_message (
  project_id bigint not null,
  rule_id bigint not null,
  key text not null,
  created_at timestamptz not null,
  -- False for an event that another message sums up.
  counts boolean not null default true,
  primary key (project_id, rule_id, key),
  foreign key (project_id, rule_id) references notification_rule (project_id, id) on delete cascade
);
create index rule_message_time on rule_message (project_id, rule_id, created_at);
