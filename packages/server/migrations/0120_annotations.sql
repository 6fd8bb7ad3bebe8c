-- Analysis items: what people note about runs, tests and causes, and what becomes of it. They outlive what they are about,
-- so its words are kept with them, and so are the names of people.

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
  -- What a search looks at.
  search_text text not null,
  tags text[] not null default '{}',
  due_date date,
  assigned_to bigint,
  assigned_name text,
  created_by bigint,
  created_name text not null,
  -- Subject: what is null does not apply. Runs, results and causes may be gone.
  subject_kind text check (subject_kind in ('run', 'result', 'test', 'group')),
  run_id bigint,
  result_id bigint,
  test_id bigint,
  group_id bigint,
  -- suite, runNumber, test, error: as they were then.
  subject_words jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When it got the status that it has.
  status_at timestamptz not null,
  revision integer not null default 1,
  comments integer not null default 0,
  attachments integer not null default 0,
  -- The due dates that somebody was reminded of: the day before, and once it was over.
  reminded_soon date,
  reminded_overdue date,
  primary key (project_id, id)
);
-- Paths that name only an item find its project here.
create index annotation_id on annotation (id);
-- One index per order. Each holds what is filtered most, so that a page is cut from the index alone.
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
-- What reminders look at.
create index annotation_to_remind on annotation (due_date) where due_date is not null and status in ('open', 'in_progress', 'reopened');

-- How many items a project has of each kind: moved with every change of one, so that no screen counts them all.
create table annotation_count (
  project_id bigint not null,
  status text not null,
  type text not null,
  priority text not null,
  items integer not null,
  primary key (project_id, status, type, priority)
);

-- Everything that became of an item.
create table annotation_event (
  project_id bigint not null,
  id bigserial,
  annotation_id bigint not null,
  kind text not null,
  -- Null: nobody did it, it followed from something.
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
  -- False: they stopped, and nothing makes them watch again but they themselves.
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
