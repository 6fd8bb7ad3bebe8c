-- ReportPortal launches by the id that the agent uses. Each is a live source of a run.
create table reportportal_launch (
  project_id bigint not null,
  -- First 128 bits of the id's SHA-256.
  launch_key uuid not null,
  -- Number of the launch for look-ups and merges.
  id bigserial,
  run_id bigint not null,
  upload_id bigint not null,
  uuid text not null,
  name text not null,
  -- Number of sources in this launch. A launch that restarts after its end continues as the next source.
  sources integer not null default 1,
  -- Hashes of the calls that started the current source. Agents that share a launch start and finish it, too.
  starts text[] not null,
  -- Hashes of the calls that finished it.
  finishes text[] not null default '{}',
  started_at timestamptz not null,
  primary key (project_id, launch_key)
);
create index reportportal_launch_id on reportportal_launch (project_id, id);
create index reportportal_launch_run on reportportal_launch (project_id, run_id);
create index reportportal_launch_name on reportportal_launch (project_id, name, id);

-- Items from agents (suites, tests, steps, hooks), until their launch is finished.
create table reportportal_item (
  project_id bigint not null,
  -- First 128 bits of the SHA-256 of the agent's id.
  item_key uuid not null,
  id bigserial,
  run_id bigint not null,
  upload_id bigint not null,
  uuid text not null,
  -- Process that started it. If it died, it may not have responded.
  writer integer not null,
  parent_key uuid,
  -- A step refers to its test execution, a retry to the first execution, and any other item to itself.
  test_key uuid not null,
  -- Equal for executions of one test below one parent; null for steps.
  identity uuid,
  kind text not null check (kind in ('item', 'step', 'hook')),
  attempt smallint not null,
  -- True if the item has children, so that it is not a test.
  is_parent boolean not null,
  finished boolean not null,
  said jsonb not null,
  primary key (project_id, item_key)
);
create index reportportal_item_test on reportportal_item (project_id, upload_id, test_key);
create index reportportal_item_identity on reportportal_item (project_id, upload_id, identity, id) where identity is not null;
create index reportportal_item_open on reportportal_item (project_id, upload_id, id) where not finished;
create index reportportal_item_run on reportportal_item (project_id, run_id);

alter table reportportal_launch add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
alter table reportportal_item add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
