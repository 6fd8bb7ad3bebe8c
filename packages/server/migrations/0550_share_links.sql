-- Links by which people without an account read one report, failure, comparison or week.
create table share_link (
  project_id bigint not null,
  id bigserial,
  -- SHA-256 of the token, which is not stored.
  token_hash bytea not null,
  kind text not null check (kind in ('report', 'failure', 'comparison', 'week')),
  -- Name of the target when the link was created.
  title text not null,
  -- The report; of a comparison, the later one.
  run_id bigint,
  base_run_id bigint,
  result_id bigint,
  -- Such as 2026-W47, with the time zone of its days and the filters.
  week text,
  time_zone text,
  suites text[],
  owners text[],
  created_by bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- To the minute.
  last_used_at timestamptz,
  -- How often its page was opened.
  uses integer not null default 0,
  primary key (project_id, id),
  unique (project_id, token_hash)
);

alter table share_link add foreign key (project_id) references project (id) on delete cascade;
