-- Accounts, sessions, projects and keys. All but api_key are global tables (reference tables on a cluster).

create table user_account (
  id bigserial primary key,
  username text not null,
  email text not null,
  display_name text,
  password_hash text not null,
  role text not null check (role in ('ADMIN', 'USER')),
  status text not null default 'active' check (status in ('active', 'deactivated')),
  created_at timestamptz not null default now()
);
-- Sign-in ignores the case of names and addresses.
create unique index user_account_username on user_account (lower(username));
create unique index user_account_email on user_account (lower(email));

create table session (
  id bigserial primary key,
  user_id bigint not null,
  token_hash bytea not null unique,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_by_user on session (user_id);

create table project (
  id bigserial primary key,
  name text not null,
  description text not null default '',
  type text not null check (type in ('playwright', 'selenium', 'cypress', 'other')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  settings jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create unique index project_name on project (lower(name));

create table membership (
  project_id bigint not null,
  user_id bigint not null,
  role text not null check (role in ('LEAD', 'USER', 'VIEWER')),
  created_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index membership_by_user on membership (user_id);

create table setting (
  key text primary key,
  value jsonb not null
);

create table api_key (
  project_id bigint not null,
  id bigserial,
  name text not null,
  prefix text not null,
  key_hash bytea not null,
  scopes text[] not null,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (project_id, id),
  unique (project_id, key_hash)
);

alter table session add foreign key (user_id) references user_account (id) on delete cascade;
alter table membership add foreign key (project_id) references project (id) on delete cascade;
alter table membership add foreign key (user_id) references user_account (id) on delete cascade;
alter table api_key add foreign key (project_id) references project (id) on delete cascade;
