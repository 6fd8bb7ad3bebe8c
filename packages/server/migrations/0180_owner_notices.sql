-- Notifies users when tests of theirs begin to fail; and further names under which a user owns tests.
alter table user_account
  add column owner_notices text not null default 'main' check (owner_notices in ('all', 'main', 'none')),
  add column owner_names text[] not null default '{}';

-- Users who were notified of this run's failures. Each user is notified once.
alter table run add column told_users bigint[] not null default '{}';
