-- Boards with pinned values of projects. They belong to a user, not to a project.
create table board (
  id bigserial primary key,
  owner_id bigint not null,
  name text not null,
  -- True if all users of the server see its name, and the pins of projects that they may read.
  shared boolean not null,
  -- `[{"id": 1, "projectId": 7, "kind": "passRate"}]`, in their order. The pins of a project are removed with it.
  pins jsonb not null default '[]',
  next_pin_id integer not null default 1,
  created_at timestamptz not null
);
create unique index board_name on board (owner_id, lower(name));
create index board_shared on board (lower(name)) where shared;

alter table board add foreign key (owner_id) references user_account (id) on delete cascade;
