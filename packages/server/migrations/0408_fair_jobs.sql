-- Finds the oldest due jobs of each project, so that the backlog of one does not delay the others.
create index job_project_due on job (kind, (coalesce(project_id, 0)), due_at, id) where state = 'queued';
drop index job_due;

-- When an attempt last took long. Slow destinations have their own places.
alter table outbox_destination add column slow_at timestamptz;
