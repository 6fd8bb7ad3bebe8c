-- User notifications. A global table that copies user and project names, so that rows remain after these are deleted.

create table notification (
  user_id bigint not null,
  id bigserial,
  -- Project that the notification links to. Deleting it deletes the notification.
  project_id bigint,
  title text not null,
  message text not null,
  type text not null check (type in ('annotation', 'warning', 'error', 'success', 'other')),
  -- Path in the app.
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

-- Time at which users were notified that the run failed. They are notified once, even if the run finishes again.
alter table run add column red_noticed_at timestamptz;

alter table notification add foreign key (user_id) references user_account (id) on delete cascade;
