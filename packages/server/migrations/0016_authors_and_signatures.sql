-- Authors of a run's tests, and of its failed tests, to filter the report list without reading results;
-- and a key that finds equal failures in a run.

alter table run
  add column authors text[] not null default '{}',
  add column failed_authors text[] not null default '{}';

-- Distinct authors of a project, so that a filter does not read every run.
create table author (
  project_id bigint not null,
  name text not null,
  primary key (project_id, name)
);

-- Equal for equal normalised errors; null without a failure.
alter table result add column failure_signature text;

alter table author add foreign key (project_id) references project (id) on delete cascade;
