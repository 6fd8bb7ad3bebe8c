-- Jobs of the whole server. The table is never distributed, and each job contains its project. The row of a finished
-- job is deleted; a scheduled job keeps its row until its next time.

create table job (
  id bigserial primary key,
  kind text not null,
  -- Null for jobs of the server.
  project_id bigint,
  -- Jobs of a kind with the same target run one at a time; null for no limit.
  target text,
  -- At most one job per kind and key is queued.
  key text,
  data jsonb not null default '{}',
  -- True if the schedule of its kind repeats it.
  scheduled boolean not null default false,
  state text not null check (state in ('queued', 'running', 'failed')),
  -- Number of starts, including the current one.
  attempts integer not null default 0,
  created_at timestamptz not null,
  -- Earliest start.
  due_at timestamptz not null,
  started_at timestamptz,
  -- Duration and result of the last attempt. The error remains until an attempt succeeds.
  ended_at timestamptz,
  duration_ms double precision,
  error text,
  -- Process that runs it.
  writer integer
);
create index job_due on job (kind, due_at, id) where state = 'queued';
create index job_state on job (state, due_at, id);
create index job_project on job (project_id, id) where project_id is not null;
create unique index job_waiting on job (kind, key) where state = 'queued' and key is not null;
create unique index job_target on job (kind, target) where state = 'running' and target is not null;

-- Number of status changes of the run, by which listeners recognise a repeated call.
alter table run add column judgement integer not null default 0;
alter table webhook_delivery add column judgement integer;
create unique index webhook_delivery_judgement on webhook_delivery (project_id, run_id, webhook_id, event, judgement)
  where judgement is not null;

-- Work that waited in separate engines.
insert into job (kind, project_id, data, state, created_at, due_at)
select 'make-export', project_id, jsonb_build_object('exportId', id), 'queued', created_at, created_at
  from export where state in ('queued', 'running') order by id;
insert into job (kind, data, state, created_at, due_at)
select 'delete-project', jsonb_build_object('projectId', id), 'queued', now(), now()
  from project where status = 'deleting' order by id;
-- Searches again for the new failures of runs that were not handled yet.
insert into job (kind, project_id, target, data, state, created_at, due_at)
select distinct 'run-judged', project_id, run_id::text,
       jsonb_build_object('runId', run_id, 'judgement', 0, 'judgedAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'report', null),
       'queued', created_at, created_at
  from webhook_delivery where body is null;
delete from webhook_delivery where body is null;
insert into job (kind, project_id, target, key, data, state, created_at, due_at)
select 'deliver-webhook', project_id, webhook_id::text, webhook_id::text, jsonb_build_object('webhookId', webhook_id), 'queued',
       now(), min(next_attempt_at)
  from webhook_delivery where next_attempt_at is not null group by project_id, webhook_id;

drop index webhook_delivery_unprepared;
drop index export_open;
alter table webhook drop column busy_until;
alter table webhook_delivery alter column body set not null;
alter table export drop column attempts;
