-- Accounts of OpenID Connect providers. Global tables.

create table identity (
  issuer text not null,
  -- Subject id of the provider, because names and addresses may change.
  subject text not null,
  user_id bigint not null,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index identity_by_user on identity (user_id);

-- Token between the return from the provider and the sign-in page. Valid once, for a minute.
create table sign_in_code (
  code_hash bytea primary key,
  user_id bigint not null,
  expires_at timestamptz not null
);
create index sign_in_code_by_user on sign_in_code (user_id);

-- Null for an account from a provider until its user sets a password.
alter table user_account alter column password_hash drop not null;

alter table identity add foreign key (user_id) references user_account (id) on delete cascade;
alter table sign_in_code add foreign key (user_id) references user_account (id) on delete cascade;
