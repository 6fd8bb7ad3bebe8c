-- Whose tests a run holds and whose of them failed, so that a list of reports shows and filters them without looking at
-- results; and what makes two failures of a run the same.

alter table run
  add column authors text[] not null default '{}',
  add column failed_authors text[] not null default '{}';

-- Distinct names of a project's authors: a filter looks at these, not at every run.
create table author (
  project_id bigint not null,
  name text not null,
  primary key (project_id, name)
);

-- Equal for equal normalised errors; null where nothing failed.
alter table result add column failure_signature text;

alter table author add foreign key (project_id) references project (id) on delete cascade;
