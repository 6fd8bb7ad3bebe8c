-- Invitations: to the system, or into a project (then the account that comes of it is an ordinary one). A global table.

create table invitation (
  id bigserial primary key,
  -- SHA-256 of the token in the link; a resent invitation has a new one, and the old link is void.
  token_hash bytea not null unique,
  email text not null,
  role text not null check (role in ('ADMIN', 'USER')),
  project_id bigint,
  project_role text check (project_role in ('LEAD', 'USER', 'VIEWER')),
  -- A pending one past its expiry reads as expired; it is written so when another takes its place.
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
