-- Tickets of causes and of analysis items in trackers.
create table ticket (
  project_id bigint not null references project (id) on delete cascade,
  id bigint generated always as identity,
  -- The binding may have been deleted.
  binding_id bigint,
  connector_type text not null,
  -- A ticket is about a cause or about an analysis item.
  group_id bigint,
  annotation_id bigint,
  title text not null,
  -- Null until the tracker has created it.
  tracker_id text,
  key text,
  url text,
  -- `gone`: the tracker no longer has it.
  state text not null check (state in ('creating', 'open', 'closed', 'gone')),
  -- Name of the state in the tracker.
  state_name text,
  assignee text,
  created_by bigint not null,
  created_at timestamptz not null,
  -- Last time that it was read from the tracker.
  read_at timestamptz,
  closed_at timestamptz,
  -- Last run whose failures returned after it was closed.
  returned_run_id bigint,
  primary key (project_id, id),
  check ((group_id is null) <> (annotation_id is null))
);
create unique index ticket_cause on ticket (project_id, group_id) where group_id is not null and state <> 'gone';
create unique index ticket_item on ticket (project_id, annotation_id) where annotation_id is not null and state <> 'gone';
create index ticket_tracker on ticket (project_id, binding_id, tracker_id) where tracker_id is not null;
-- Tickets that are read from their trackers, the longest unread first.
create index ticket_unread on ticket (binding_id, read_at nulls first) where tracker_id is not null;
