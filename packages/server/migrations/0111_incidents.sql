-- Incidents: many tests that fail for the same reason in their environment within a short time.

create table incident (
  project_id bigint not null,
  id bigserial,
  kind text not null check (kind in ('host', 'worker', 'cause')),
  -- What its failures have in common: a host, a run and its worker (12/3), or the id of a cause.
  subject text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  tests integer not null,
  -- Failures that count. A test that passed on retry is affected, but did not fail.
  failures integer not null,
  -- True if rates exclude its failures.
  left_out boolean not null default false,
  left_out_by_user_id bigint,
  left_out_at timestamptz,
  primary key (project_id, id)
);
create index incident_time on incident (project_id, ended_at desc);
-- Finds incidents of the same host in other projects.
create index incident_host on incident (subject, ended_at) where kind = 'host';

-- Share of a run in an incident. It remains after the run is deleted, like the counters of days.
create table incident_run (
  project_id bigint not null,
  incident_id bigint not null,
  run_id bigint not null,
  run_number integer not null,
  suite text not null,
  day date not null,
  tests integer not null,
  failures integer not null,
  primary key (project_id, incident_id, run_id)
);
create index incident_run_run on incident_run (project_id, run_id);

alter table failure add column incident_id bigint;
create index failure_time on failure (project_id, failed_at);
create index failure_incident on failure (project_id, incident_id) where incident_id is not null;

-- Host in the error, without port and copy numbers.
alter table failure_signature add column host text;
update failure_signature set host = outline -> 'anchors' ->> 'host' where outline -> 'anchors' ? 'host';

alter table incident add foreign key (project_id) references project (id) on delete cascade;
alter table incident_run add foreign key (project_id) references project (id) on delete cascade;
