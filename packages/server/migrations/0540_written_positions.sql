-- How far the write-ahead log was when a caller last changed something, so that the caller reads from a replica only if it has the change. Used with
-- DATABASE_READ_URL only.
create table written_position (
  -- `user 12`, or `project 3` for the API keys of a project.
  caller text primary key check (length(caller) <= 40),
  -- Bytes since the start of the log.
  position bigint not null,
  written_at timestamptz not null
);
