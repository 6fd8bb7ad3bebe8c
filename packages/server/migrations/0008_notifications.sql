-- What each person is told. A global table; it names people and projects by value, so that it outlives them.

create table notification (
  user_id bigint not null,
  id bigserial,
  -- Whose deletion takes the notification along, because it leads into the project.
  project_id bigint,
  title text not null,
  message text not null,
  type text not null check (type in ('annotation', 'warning', 'error', 'success', 'other')),
  -- A path within the app.
  action_url text,
  annotation_id bigint,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  read boolean not null default false,
  primary key (user_id, id)
);
create index notification_unread on notification (user_id) where not read;
create index notification_by_age on notification (created_at);
create index notification_by_project on notification (project_id, id) where project_id is not null;

-- When people were told that this run went red: they are told once, however often it is finished.
alter table run add column red_noticed_at timestamptz;

alter table notification add foreign key (user_id) references user_account (id) on delete cascade;
