-- Indexes for the filters and orders of the report list, so that only displayed runs are read.

alter table run
  add column failures integer not null generated always as (failed + errored) stored,
  -- Null if no test ran.
  add column pass_rate double precision
    generated always as (passed::double precision / nullif(passed + failed + errored, 0)) stored;

-- One index per order. It includes the most frequent filters, so that a page is read from the index alone.
drop index run_started;
create index run_started on run (project_id, started_at desc, id desc) include (status, suite, environment, framework);
create index run_duration on run (project_id, duration_ms, id) include (status, suite, environment, framework, started_at);
create index run_pass_rate on run (project_id, pass_rate, id) include (status, suite, environment, framework, started_at);
create index run_failures on run (project_id, failures, id) include (status, suite, environment, framework, started_at);
-- Within a suite, reports are always sorted newest first, even if suites are sorted in reverse.
create index run_suite on run (project_id, suite, started_at desc, id desc) include (status, environment, framework);
create index run_suite_reverse on run (project_id, suite desc, started_at desc, id desc) include (status, environment, framework);

-- Values of the filters, read by skipping from value to value, and access to rare values.
create index run_status on run (project_id, status);
create index run_environment on run (project_id, environment);
create index run_framework on run (project_id, framework);
create index run_branch on run (project_id, branch);
create index run_authors on run using gin (authors);
create index run_tags on run using gin (tags);

-- Saved views of the report list: search, filters and order.
create table saved_view (
  project_id bigint not null,
  id bigserial,
  owner_id bigint not null,
  name text not null,
  search jsonb not null,
  -- True if all members of the project see it; otherwise only its owner.
  shared boolean not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create unique index saved_view_name on saved_view (project_id, owner_id, lower(name));

alter table saved_view add foreign key (project_id) references project (id) on delete cascade;
alter table saved_view add foreign key (owner_id) references user_account (id) on delete cascade;
