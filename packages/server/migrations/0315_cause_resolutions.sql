-- How each cause was last resolved. Outlives its runs. A cause that returns replaces its row.
create table cause_resolution (
  project_id bigint not null,
  group_id bigint not null,
  -- Latest failure of the cause when this row was written. If it differs, the row is out of date.
  seen_at timestamptz not null,
  -- Last run that failed with the cause, on a main branch if one did. Null if its tests always passed on retry.
  failed_run_id bigint,
  failed_at timestamptz not null,
  failed_commit text,
  -- First run in which its tests passed again. Null while it still fails.
  passed_run_id bigint,
  passed_at timestamptz,
  passed_commit text,
  -- True if one of the runs belongs to a pull request.
  pull_request boolean not null default false,
  -- Either the kind of changed files, or why it is not known.
  kind text,
  reason text,
  -- Version of the path rules.
  rules_version integer not null,
  primary key (project_id, group_id),
  check (kind is null or reason is null)
);

-- Rules of a project for the classes of paths. They take precedence over the built-in rules.
create table path_class_rules (
  project_id bigint primary key,
  rules text not null,
  version integer not null,
  changed_by bigint,
  changed_at timestamptz not null
);

alter table cause_resolution add foreign key (project_id) references project (id) on delete cascade;
alter table path_class_rules add foreign key (project_id) references project (id) on delete cascade;
