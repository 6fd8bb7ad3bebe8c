-- Attempts to sign in, reset a password or guess one, counted across replicas. Keys are hashed, because they contain addresses and names.
create table attempt_window (
  limit_name text        not null,
  key_hash   bytea       not null,
  calls      integer     not null,
  ends_at    timestamptz not null,
  primary key (limit_name, key_hash)
);

-- Each attempt deletes some windows that have ended.
create index attempt_window_end on attempt_window (ends_at);
