-- Profile of a user, and the time of the last visit.

alter table user_account
  add column name text,
  add column phone text,
  add column bio text,
  add column website text,
  add column location text,
  add column timezone text not null default 'UTC',
  add column last_seen_at timestamptz;
