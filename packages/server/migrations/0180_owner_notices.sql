-- When somebody hears that tests which they own began to fail, and the names beside their own that owners of tests have.
alter table user_account
  add column owner_notices text not null default 'main' check (owner_notices in ('all', 'main', 'none')),
  add column owner_names text[] not null default '{}';

-- Who heard of the failures of a run: each person once.
alter table run add column told_users bigint[] not null default '{}';
