-- Runs of which some tests are counted and some are not yet: a large one is counted part by part, so that others are served in between.
-- Until its last part nothing adds the run up. Its results up to this place in the order of the list are counted in their tests.
create table counting_run (
  project_id bigint not null,
  run_id bigint not null,
  last_rank smallint not null,
  last_seq integer not null,
  primary key (project_id, run_id)
);

-- The run that made a test known, where it was counted part by part: until that is done, lists do not have its new tests.
alter table test_state add column entered_by bigint;

alter table counting_run add foreign key (project_id) references project (id) on delete cascade;
