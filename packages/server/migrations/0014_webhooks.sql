-- Signed events to addresses of a project's own, and what became of each. project_id first in every key.

create table webhook (
  project_id bigint not null,
  id bigserial,
  url text not null,
  events text[] not null,
  -- Signs the deliveries; encrypted with the server's secret, in base64.
  secret text not null,
  enabled boolean not null default true,
  -- Why the server itself switched it off; null if it did not.
  disabled_reason text,
  created_by bigint not null,
  created_at timestamptz not null,
  -- How the last attempt ended; null until there was one with this address.
  last_attempt_at timestamptz,
  last_attempt_passed boolean,
  -- The first failed attempt since the last one that passed.
  failing_since timestamptz,
  -- Somebody is sending to it until then, or died over it: each address gets one delivery at a time.
  busy_until timestamptz,
  primary key (project_id, id)
);

create table webhook_delivery (
  project_id bigint not null,
  id bigserial,
  webhook_id bigint not null,
  event text not null,
  -- Null for a test.
  run_id bigint,
  -- What is sent, to the byte; null until somebody has looked which failures are new.
  body text,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  -- Set exactly while there is something to send. While an attempt is made: when it counts as lost.
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  duration_ms double precision,
  response_status integer,
  response_body text,
  -- Why no answer came, or why the one that came is no success.
  error text,
  primary key (project_id, id)
);
create index webhook_delivery_log on webhook_delivery (project_id, webhook_id, id desc);
create index webhook_delivery_due on webhook_delivery (project_id, webhook_id, next_attempt_at) where next_attempt_at is not null;
create index webhook_delivery_age on webhook_delivery (created_at);
-- A run that is judged twice before anybody looked is looked at once.
create unique index webhook_delivery_unprepared on webhook_delivery (project_id, run_id, webhook_id) where body is null;

-- Its failures were told as new, or were not new: a later report of the same run does not tell them again.
alter table upload add column announced boolean not null default false;

alter table webhook add foreign key (project_id) references project (id) on delete cascade;
alter table webhook_delivery add foreign key (project_id, webhook_id) references webhook (project_id, id) on delete cascade;
