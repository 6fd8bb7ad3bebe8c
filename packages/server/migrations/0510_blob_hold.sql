-- Backups that are copying files. Until a hold expires, no file is deleted.
create table blob_hold (
  id bigint generated always as identity primary key,
  expires_at timestamptz not null
);
