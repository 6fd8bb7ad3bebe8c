-- Partly counted runs. A large run is counted in parts, so that other work can run in between.
-- Totals exclude it until its last part. Results up to this position in the list are counted in their tests.
create table counting_run (
  project_id bigint not null,
  run_id bigint not null,
  last_rank smallint not null,
  last_seq integer not null,
  primary key (project_id, run_id)
);

-- Run that added the test, if it is counted in parts. Lists exclude the test until the run is counted.
alter table test_state add column entered_by bigint;

alter table counting_run add foreign key (project_id) references project (id) on delete cascade;
