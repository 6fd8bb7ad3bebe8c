-- Backups that this server made in PLUMB_BACKUPS, by its schedule or for a user.
create table backup_attempt (
  id bigserial primary key,
  -- Email address of the user; null for the schedule.
  requested_by text,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Name of the finished backup.
  name text,
  error text,
  -- Why old backups were not removed after it.
  prune_error text
);
