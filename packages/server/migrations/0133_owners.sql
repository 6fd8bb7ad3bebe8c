-- Whose a test is: by hand before what the test says of itself, and that before the project's rules.
alter table test drop column owner;
alter table test
  add column owner_hand text,
  -- As its latest report names it.
  add column owner_said text,
  add column owner_rule text,
  -- Of the rules that owner_rule is by.
  add column owner_rules_version integer not null default 0,
  add column owner text generated always as (coalesce(owner_hand, owner_said, owner_rule)) stored;
create index test_owner on test (project_id, owner) where owner is not null;
create index test_owner_rules on test (project_id, owner_rules_version);

-- A project's rules, as CODEOWNERS files are written. Projects without a row have none, of version 0.
create table owner_rules (
  project_id bigint primary key,
  rules text not null,
  version integer not null,
  changed_by bigint,
  changed_at timestamptz not null
);

alter table owner_rules add foreign key (project_id) references project (id) on delete cascade;
