-- Messages between replicas that are too long for a notification of PostgreSQL, which has less than 8,000 bytes. The replicas read them within
-- seconds.
create table replica_message (
  message_id bigserial primary key,
  body       text        not null,
  created_at timestamptz not null
);
