-- What decides which results of a run repeat others: where and by which job each of its reports was made.
alter table upload add column place text;
alter table upload add column root text;
-- When it began by a clock without a time zone, as if that were UTC: it orders reports of one machine.
alter table upload add column local_started_at timestamptz;
alter table upload add column job text;
alter table upload add column job_attempt integer;
-- The place as its tests are named by, where another report of the run has the same tests: part of their variant. Empty: none.
alter table upload add column variant text not null default '';
-- The later upload of the run that holds all of this one, so that what broke in it is history.
alter table upload add column repeated_by bigint;
-- Whether the run had some of its tests already when they were written.
alter table upload add column shares_tests boolean not null default false;
-- What became of its results beside those of other uploads: `UploadEffect`.
alter table upload add column effect jsonb;

-- `arrangement`: a problem that is said anew whenever the results of the run are arranged.
alter table problem add column origin text;

-- Results below occurrence 1 are set aside: another upload reports the same execution, or ran what this one left out.
create index result_superseded on result (project_id, run_id) where superseded_by is not null;

-- Places whose tests are named by them since two of them met in one run: a run of one of them alone is no other test.
create table suite_place (
  project_id bigint not null,
  suite text not null,
  environment text not null,
  place_key text not null,
  variant text not null,
  primary key (project_id, suite, environment, place_key)
);
