-- Reports of a project by anything that the list filters and sorts by, without reading a run that is not shown.

alter table run
  add column failures integer not null generated always as (failed + errored) stored,
  -- Null where no test ran.
  add column pass_rate double precision
    generated always as (passed::double precision / nullif(passed + failed + errored, 0)) stored;

-- One index per order. Each holds what is filtered most: a page is cut from the index alone, however far it has to look.
drop index run_started;
create index run_started on run (project_id, started_at desc, id desc) include (status, suite, environment, framework);
create index run_duration on run (project_id, duration_ms, id) include (status, suite, environment, framework, started_at);
create index run_pass_rate on run (project_id, pass_rate, id) include (status, suite, environment, framework, started_at);
create index run_failures on run (project_id, failures, id) include (status, suite, environment, framework, started_at);
-- By suite the newest come first in both directions.
create index run_suite on run (project_id, suite, started_at desc, id desc) include (status, environment, framework);
create index run_suite_reverse on run (project_id, suite desc, started_at desc, id desc) include (status, environment, framework);

-- What there is to choose from, read by jumping from one value to the next, and the way to a value that is rare.
create index run_status on run (project_id, status);
create index run_environment on run (project_id, environment);
create index run_framework on run (project_id, framework);
create index run_branch on run (project_id, branch);
create index run_authors on run using gin (authors);
create index run_tags on run using gin (tags);

-- What somebody looks at again and again: the search, filters and order of the report list.
create table saved_view (
  project_id bigint not null,
  id bigserial,
  owner_id bigint not null,
  name text not null,
  search jsonb not null,
  -- All of the project see it; else its owner alone.
  shared boolean not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create unique index saved_view_name on saved_view (project_id, owner_id, lower(name));

alter table saved_view add foreign key (project_id) references project (id) on delete cascade;
alter table saved_view add foreign key (owner_id) references user_account (id) on delete cascade;
