-- Links to choose a new password, each valid once. A global table.

create table password_reset (
  id bigserial primary key,
  user_id bigint not null,
  -- SHA-256 of the token in the link.
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Time at which the link was used, or a later change of the password invalidated it.
  used_at timestamptz
);
create index password_reset_by_user on password_reset (user_id);

alter table password_reset add foreign key (user_id) references user_account (id) on delete cascade;
