-- Invitations to the server, or to a project (then the new account is an ordinary one). A global table.

create table invitation (
  id bigserial primary key,
  -- SHA-256 of the token in the link. Sending an invitation again replaces the token and invalidates the old link.
  token_hash bytea not null unique,
  email text not null,
  role text not null check (role in ('ADMIN', 'USER')),
  project_id bigint,
  project_role text check (project_role in ('LEAD', 'USER', 'VIEWER')),
  -- A pending invitation after its expiry is displayed as expired. This is stored when another invitation replaces it.
  status text not null default 'pending' check (status in ('pending', 'accepted', 'expired', 'revoked')),
  invited_by bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  check ((project_id is null) = (project_role is null))
);
create unique index invitation_pending on invitation (lower(email), coalesce(project_id, 0)) where status = 'pending';
create index invitation_by_project on invitation (project_id);

alter table invitation add foreign key (project_id) references project (id) on delete cascade;
alter table invitation add foreign key (invited_by) references user_account (id) on delete cascade;
