-- Webhooks of a project and the results of their deliveries.

create table webhook (
  project_id bigint not null,
  id bigserial,
  url text not null,
  events text[] not null,
  -- Signs the deliveries. Encrypted with the server's secret, in base64.
  secret text not null,
  enabled boolean not null default true,
  -- Why the server disabled the webhook; null if it did not.
  disabled_reason text,
  created_by bigint not null,
  created_at timestamptz not null,
  -- Result of the last attempt; null before the first attempt with this address.
  last_attempt_at timestamptz,
  last_attempt_passed boolean,
  -- First failed attempt since the last success.
  failing_since timestamptz,
  -- A server sends to this address until then, unless it died. Each address receives one delivery at a time.
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
  -- Exact body; null until the new failures are known.
  body text,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  -- Time of the next attempt; during an attempt, the time at which it counts as lost. Null once the delivery has ended.
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  duration_ms double precision,
  response_status integer,
  response_body text,
  -- Error message of a failed attempt.
  error text,
  primary key (project_id, id)
);
create index webhook_delivery_log on webhook_delivery (project_id, webhook_id, id desc);
create index webhook_delivery_due on webhook_delivery (project_id, webhook_id, next_attempt_at) where next_attempt_at is not null;
create index webhook_delivery_age on webhook_delivery (created_at);
-- Status changes of a run are combined until they are handled.
create unique index webhook_delivery_unprepared on webhook_delivery (project_id, run_id, webhook_id) where body is null;

-- True if its failures were sent as new, or were not new. A later report of the same run does not send them again.
alter table upload add column announced boolean not null default false;

alter table webhook add foreign key (project_id) references project (id) on delete cascade;
alter table webhook_delivery add foreign key (project_id, webhook_id) references webhook (project_id, id) on delete cascade;
