-- Users who get the weekly report of a project by mail.
create table weekly_mail (
  project_id bigint not null references project (id) on delete cascade,
  user_id bigint not null references user_account (id) on delete cascade,
  created_at timestamptz not null,
  primary key (project_id, user_id)
);
create index weekly_mail_user on weekly_mail (user_id);
