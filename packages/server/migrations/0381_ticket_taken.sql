-- When a ticket had an assignee for the first time, and whom.
alter table ticket
  add column taken_at timestamptz,
  add column taken_by text;
update ticket set taken_at = created_at, taken_by = assignee where assignee is not null;
create index ticket_taken on ticket (project_id, taken_at) where taken_at is not null;
