-- What a project's people want errors to be taken for that say something: rules in an order, the first that matches decides.

create table classification_rule (
  project_id bigint not null,
  id bigserial,
  name text not null,
  kind text not null check (kind in ('text', 'regex')),
  pattern text not null,
  ignore_case boolean not null,
  -- What it holds for; null: for all of them. `test` is words that a test's file, titles and variant must say.
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

-- Moves with every change of the rules: what was matched with others is matched again.
alter table failure_state add column rules_version bigint not null default 0;

-- The rules that an error's sample matches, in their order, down to the first that holds for the whole project; and of each the
-- line that it matched.
alter table failure_signature
  add column rule_ids bigint[] not null default '{}',
  add column rule_lines text[] not null default '{}';
create index failure_signature_ruled on failure_signature (project_id, group_id) where rule_ids <> '{}';

-- The rule that its class is of, where `decided_by` is `rule` and that is not one of the engine's.
alter table failure_group add column rule_id bigint;
create index failure_group_ruled on failure_group (project_id, id) where rule_id is not null;

-- The rule that decides of this failure alone, since it does not hold for the whole project. Its class is the rule's.
alter table failure add column rule_id bigint;
create index failure_ruled on failure (project_id, signature_id) where rule_id is not null;

alter table classification_rule add foreign key (project_id) references project (id) on delete cascade;
