-- Where and by which job each report of a run was made, to find results that repeat others.
alter table upload add column place text;
alter table upload add column root text;
-- Start by a clock without a time zone, stored as UTC, to order reports of one machine.
alter table upload add column local_started_at timestamptz;
alter table upload add column job text;
alter table upload add column job_attempt integer;
-- Name of the place in the variant of its tests, if another report of the run has the same tests; empty if none.
alter table upload add column variant text not null default '';
-- Later upload of the run that repeats all of this one, so that its failures no longer count.
alter table upload add column repeated_by bigint;
-- True if the run already had some of its tests.
alter table upload add column shares_tests boolean not null default false;
-- How its results relate to those of other uploads: `UploadEffect`.
alter table upload add column effect jsonb;

-- `arrangement`: a problem that is recomputed whenever the results of the run are arranged.
alter table problem add column origin text;

-- Results with an occurrence below 1 are excluded, because another upload reports the same execution, or ran what this one left out.
create index result_superseded on result (project_id, run_id) where superseded_by is not null;

-- Once a run contains two places, the place becomes part of the test names. Stored, so that later runs of one place continue these tests.
create table suite_place (
  project_id bigint not null,
  suite text not null,
  environment text not null,
  place_key text not null,
  variant text not null,
  primary key (project_id, suite, environment, place_key)
);
