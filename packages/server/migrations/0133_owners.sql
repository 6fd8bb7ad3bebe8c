-- Owners of tests: an assignment by a user takes precedence over the report, and the report over the rules of the project.
alter table test drop column owner;
alter table test
  add column owner_hand text,
  -- Owner according to the latest report.
  add column owner_said text,
  add column owner_rule text,
  -- Version of the rules that set `owner_rule`.
  add column owner_rules_version integer not null default 0,
  add column owner text generated always as (coalesce(owner_hand, owner_said, owner_rule)) stored;
create index test_owner on test (project_id, owner) where owner is not null;
create index test_owner_rules on test (project_id, owner_rules_version);

-- Rules of a project in the syntax of CODEOWNERS. A project without a row has none, with version 0.
create table owner_rules (
  project_id bigint primary key,
  rules text not null,
  version integer not null,
  changed_by bigint,
  changed_at timestamptz not null
);

alter table owner_rules add foreign key (project_id) references project (id) on delete cascade;
