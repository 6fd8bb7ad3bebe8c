-- Authors of the tests of a run, and of those that failed, to filter the list of reports without reading
-- results; and a key by which equal failures of a run are found.

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
