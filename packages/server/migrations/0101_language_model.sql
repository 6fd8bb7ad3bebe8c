-- What a language model said of failures, and what that took.

-- What a model had to do with an analysis: how many causes it is still to look at, what it took, why it left some; null
-- without a model. The causes themselves lie in `found`.
alter table report_analysis add column llm jsonb;

-- The same failure is asked about once: by project, since one project's words are nothing for another.
create table llm_answer (
  project_id bigint not null,
  id bigserial,
  -- With the version of what made it.
  signature text not null,
  model text not null,
  answer jsonb not null,
  tokens_in integer not null,
  tokens_out integer not null,
  created_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, signature, model)
);
create index llm_answer_age on llm_answer (created_at);

-- What the whole server asked on a day in UTC. A global table of one row per day, so that one statement can check and reserve.
create table llm_usage (
  day date primary key,
  requests integer not null default 0,
  tokens_in bigint not null default 0,
  tokens_out bigint not null default 0,
  -- What requests under way may take at most.
  reserved bigint not null default 0
);

alter table llm_answer add foreign key (project_id) references project (id) on delete cascade;
