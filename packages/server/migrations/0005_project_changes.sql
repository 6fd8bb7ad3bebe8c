-- Status of a project. Lists exclude a project that is being deleted, and its name can be used again.

alter table project
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();
alter table project drop constraint project_status_check;
alter table project add constraint project_status_check check (status in ('active', 'inactive', 'deleting'));
drop index project_name;
create unique index project_name on project (lower(name)) where status <> 'deleting';
