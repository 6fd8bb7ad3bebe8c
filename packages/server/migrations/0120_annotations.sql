-- Analysis items: notes about runs, tests and causes, with their progress. They remain after their subject is deleted,
-- so they contain its names, and the names of users.

create table annotation (
  project_id bigint not null,
  id bigserial,
  title text not null,
  message text not null,
  type text not null check (type in ('note', 'issue', 'improvement', 'question', 'blocker')),
  priority text not null check (priority in ('low', 'medium', 'high', 'critical')),
  status text not null check (status in ('open', 'in_progress', 'resolved', 'closed', 'reopened', 'invalid')),
  -- Orders of the list.
  priority_rank smallint not null
    generated always as (case priority when 'low' then 0 when 'medium' then 1 when 'high' then 2 else 3 end) stored,
  status_rank smallint not null
    generated always as (case status when 'open' then 0 when 'reopened' then 1 when 'in_progress' then 2
                                     when 'resolved' then 3 when 'closed' then 4 else 5 end) stored,
  title_key text not null generated always as (left(lower(title), 100)) stored,
  -- Text for searches.
  search_text text not null,
  tags text[] not null default '{}',
  due_date date,
  assigned_to bigint,
  assigned_name text,
  created_by bigint,
  created_name text not null,
  -- Subject. Columns that do not apply are null. Runs, results and causes may be deleted.
  subject_kind text check (subject_kind in ('run', 'result', 'test', 'group')),
  run_id bigint,
  result_id bigint,
  test_id bigint,
  group_id bigint,
  -- suite, runNumber, test and error at the time of creation.
  subject_words jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Time of the last status change.
  status_at timestamptz not null,
  revision integer not null default 1,
  comments integer not null default 0,
  attachments integer not null default 0,
  -- Due dates that a reminder was sent for: the day before, and after it passed.
  reminded_soon date,
  reminded_overdue date,
  primary key (project_id, id)
);
-- Finds the project of an item.
create index annotation_id on annotation (id);
-- One index per order. It includes the most frequent filters, so that a page is read from the index alone.
create index annotation_created on annotation (project_id, created_at, id)
  include (status, type, priority, assigned_to, created_by, due_date);
create index annotation_title on annotation (project_id, title_key, id)
  include (status, type, priority, assigned_to, created_by, due_date);
create index annotation_due on annotation (project_id, due_date, id)
  include (status, type, priority, assigned_to, created_by);
create index annotation_due_reverse on annotation (project_id, due_date desc nulls last, id desc)
  include (status, type, priority, assigned_to, created_by);
create index annotation_priority on annotation (project_id, priority_rank, id)
  include (status, type, assigned_to, created_by, due_date);
create index annotation_status on annotation (project_id, status_rank, id)
  include (status, type, priority, assigned_to, created_by, due_date);
create index annotation_assigned on annotation (project_id, assigned_to, status) include (due_date);
create index annotation_creator on annotation (project_id, created_by);
create index annotation_run on annotation (project_id, run_id, status) where run_id is not null;
create index annotation_result on annotation (project_id, result_id) where result_id is not null;
create index annotation_test on annotation (project_id, test_id) where test_id is not null;
create index annotation_group on annotation (project_id, group_id) where group_id is not null;
-- Finds items for reminders.
create index annotation_to_remind on annotation (due_date) where due_date is not null and status in ('open', 'in_progress', 'reopened');

-- Item counts by kind and project, updated with every change, so that pages do not count all items.
create table annotation_count (
  project_id bigint not null,
  status text not null,
  type text not null,
  priority text not null,
  items integer not null,
  primary key (project_id, status, type, priority)
);

-- History of an item.
create table annotation_event (
  project_id bigint not null,
  id bigserial,
  annotation_id bigint not null,
  kind text not null,
  -- Null if no user made the change.
  by_user_id bigint,
  by_name text,
  at timestamptz not null,
  from_text text,
  to_text text,
  comment text,
  run_id bigint,
  primary key (project_id, id)
);
create index annotation_event_of on annotation_event (project_id, annotation_id, id);

create table annotation_comment (
  project_id bigint not null,
  id bigserial,
  annotation_id bigint not null,
  by_user_id bigint not null,
  by_name text not null,
  body text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (project_id, id)
);
create index annotation_comment_of on annotation_comment (project_id, annotation_id, id);

create table annotation_watcher (
  project_id bigint not null,
  annotation_id bigint not null,
  user_id bigint not null,
  -- False after the user stopped watching. Only the user can start again.
  watching boolean not null,
  primary key (project_id, annotation_id, user_id)
);

create table annotation_link (
  project_id bigint not null,
  id bigserial,
  annotation_id bigint not null,
  url text not null,
  title text not null,
  by_user_id bigint not null,
  by_name text not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create index annotation_link_of on annotation_link (project_id, annotation_id, id);

create table annotation_attachment (
  project_id bigint not null,
  id bigserial,
  annotation_id bigint not null,
  name text not null,
  content_type text not null,
  size bigint not null,
  blob_hash text not null,
  by_user_id bigint not null,
  by_name text not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create index annotation_attachment_of on annotation_attachment (project_id, annotation_id, id);
create index annotation_attachment_blob on annotation_attachment (project_id, blob_hash);

alter table annotation add foreign key (project_id) references project (id) on delete cascade;
alter table annotation_count add foreign key (project_id) references project (id) on delete cascade;
alter table annotation_event add foreign key (project_id, annotation_id) references annotation (project_id, id) on delete cascade;
alter table annotation_comment add foreign key (project_id, annotation_id) references annotation (project_id, id) on delete cascade;
alter table annotation_watcher add foreign key (project_id, annotation_id) references annotation (project_id, id) on delete cascade;
alter table annotation_link add foreign key (project_id, annotation_id) references annotation (project_id, id) on delete cascade;
alter table annotation_attachment add foreign key (project_id, annotation_id) references annotation (project_id, id) on delete cascade;
