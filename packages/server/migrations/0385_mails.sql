-- Destinations of the server belong to no project: their project_id is 0.
alter table outbox_destination drop constraint outbox_destination_project_id_fkey;
alter table outbox_destination
  add column owner_id bigint generated always as (nullif(project_id, 0)) stored references project (id) on delete cascade;
create index outbox_destination_owner on outbox_destination (owner_id);

-- A random text that stays the same when a delivery is retried, so that the receiver can detect the repeat.
alter table outbox_delivery add column mark uuid not null default gen_random_uuid();

alter table notification
  -- Group of notifications that a user can choose to get by mail; null for those written before mails existed.
  add column topic text,
  -- `daily` waits for the next daily mail. Null if there was nothing to mail.
  add column mail text check (mail in ('at-once', 'daily'));
create index notification_mail on notification (user_id, created_at) where mail is not null;

alter table user_account
  -- By topic: `off`, `at-once` or `daily`. Absent topics have their default.
  add column mail_choices jsonb not null default '{}',
  -- Day of the last daily mail in the time zone of the user.
  add column daily_mail_day date;
