-- Everything that leaves the server waits here. A destination receives its deliveries in the order of their ids.

create table outbox_destination (
  project_id bigint not null references project (id) on delete cascade,
  kind text not null,
  -- Id of the webhook, for the kind `webhook`.
  target_id bigint not null,
  -- Name for users; it outlives the target.
  name text not null,
  -- Only open destinations have waiting deliveries.
  state text not null default 'open' check (state in ('open', 'disabled', 'removed')),
  last_attempt_at timestamptz,
  last_attempt_passed boolean,
  last_success_at timestamptz,
  -- First failed attempt since the last success, and the number of failed attempts since then.
  failing_since timestamptz,
  failures integer not null default 0,
  -- Nothing is sent until then.
  paused_until timestamptz,
  primary key (project_id, kind, target_id)
);

insert into outbox_destination
       (project_id, kind, target_id, name, state, last_attempt_at, last_attempt_passed, last_success_at, failing_since)
select project_id, 'webhook', id, coalesce(substring(url from '^[^:]+://[^/?#]+'), 'Webhook'),
       case when enabled then 'open' else 'disabled' end, last_attempt_at, last_attempt_passed,
       case when last_attempt_passed then last_attempt_at end, failing_since
  from webhook;

alter table webhook drop column last_attempt_at, drop column last_attempt_passed, drop column failing_since;

alter table webhook_delivery rename to outbox_delivery;
alter table outbox_delivery rename column webhook_id to target_id;
alter table outbox_delivery drop constraint webhook_delivery_project_id_webhook_id_fkey;
alter table outbox_delivery
  add column kind text not null default 'webhook',
  -- Unique per destination, so that an event is queued once; null for tests and for deliveries that are sent again.
  add column key text,
  add column first_attempt_at timestamptz,
  -- Waits alone: newer deliveries may be sent before it.
  add column out_of_order boolean not null default false,
  -- When a failed delivery was sent again or dismissed.
  add column settled_at timestamptz;
alter table outbox_delivery alter column kind drop default;
update outbox_delivery set key = event || ':' || run_id || ':' || judgement where judgement is not null;
-- Deliveries of disabled webhooks cannot wait.
update outbox_delivery d
   set status = 'failed', next_attempt_at = null,
       error = coalesce(d.error || ' ', '') || 'The webhook was disabled before this was delivered.'
  from webhook w
 where w.project_id = d.project_id and w.id = d.target_id and not w.enabled and d.status = 'pending';
drop index webhook_delivery_judgement, webhook_delivery_log, webhook_delivery_due;
alter table outbox_delivery drop column judgement;
alter index webhook_delivery_pkey rename to outbox_delivery_pkey;
alter index webhook_delivery_age rename to outbox_delivery_age;
alter table outbox_delivery
  add foreign key (project_id, kind, target_id) references outbox_destination (project_id, kind, target_id) on delete cascade;
create unique index outbox_delivery_key on outbox_delivery (project_id, kind, target_id, key) where key is not null;
create index outbox_delivery_log on outbox_delivery (project_id, kind, target_id, id);
create index outbox_delivery_waiting on outbox_delivery (project_id, kind, target_id, out_of_order, id) where status = 'pending';
create index outbox_delivery_failed on outbox_delivery (project_id, id) where status = 'failed' and settled_at is null;

update job
   set kind = 'send-deliveries', target = 'webhook ' || target, key = 'webhook ' || key,
       data = jsonb_build_object('kind', 'webhook', 'targetId', data -> 'webhookId')
 where kind = 'deliver-webhook';
