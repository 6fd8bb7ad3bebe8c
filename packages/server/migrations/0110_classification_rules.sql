-- Rules of a project that set the class of errors, in order. The first match decides.

create table classification_rule (
  project_id bigint not null,
  id bigserial,
  name text not null,
  kind text not null check (kind in ('text', 'regex')),
  pattern text not null,
  ignore_case boolean not null,
  -- Scope; null for all. `test` contains words that must occur in the file, titles or variant of a test.
  suite text,
  environment text,
  branch text,
  test text,
  class text not null,
  sub_class text,
  enabled boolean not null,
  position integer not null,
  created_by bigint,
  created_at timestamptz not null,
  changed_by bigint,
  changed_at timestamptz not null,
  primary key (project_id, id)
);
create unique index classification_rule_name on classification_rule (project_id, lower(name));

-- Increases with every change of the rules. Errors that were matched with earlier rules are matched again.
alter table failure_state add column rules_version bigint not null default 0;

-- Rules that match the sample of an error, in order, up to the first that applies to the whole project, with the
-- matching line of each.
alter table failure_signature
  add column rule_ids bigint[] not null default '{}',
  add column rule_lines text[] not null default '{}';
create index failure_signature_ruled on failure_signature (project_id, group_id) where rule_ids <> '{}';

-- Rule that set the class, if `decided_by` is `rule` and it is not a built-in rule.
alter table failure_group add column rule_id bigint;
create index failure_group_ruled on failure_group (project_id, id) where rule_id is not null;

-- Rule that sets the class of this failure only, because it does not apply to the whole project.
alter table failure add column rule_id bigint;
create index failure_ruled on failure (project_id, signature_id) where rule_id is not null;

alter table classification_rule add foreign key (project_id) references project (id) on delete cascade;
