-- Latest finished run of each suite, environment and branch ('' for none), updated by each status change, so that
-- failing suites are found in constant time.
create table suite_state (
  project_id bigint not null,
  suite text not null,
  environment text not null,
  branch text not null,
  run_id bigint not null,
  started_at timestamptz not null,
  red boolean not null,
  primary key (project_id, suite, environment, branch)
);
create index suite_state_started on suite_state (project_id, started_at desc);

insert into suite_state (project_id, suite, environment, branch, run_id, started_at, red)
select distinct on (project_id, suite, environment, coalesce(branch, ''))
       project_id, suite, environment, coalesce(branch, ''), id, started_at,
       status in ('failed', 'interrupted') or failed + errored > 0
  from run
 where status <> 'running' and removed_at is null
 order by project_id, suite, environment, coalesce(branch, ''), started_at desc, id desc;

-- Includes interrupted runs, because one of them may be the latest.
drop index run_previous;
create index run_previous on run (project_id, suite, environment, coalesce(branch, ''), started_at desc, id desc)
  where status <> 'running' and removed_at is null;

alter table suite_state add foreign key (project_id) references project (id) on delete cascade;
