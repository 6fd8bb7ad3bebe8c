-- Finds quarantines that ended within a period.
create index quarantine_released on quarantine (project_id, released_at) where released_at is not null;
create index quarantine_ends on quarantine (project_id, ends_at) where ends_at is not null;
