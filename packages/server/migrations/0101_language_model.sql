-- Responses of a language model about failures, and their cost.

-- Progress of the model in an analysis: number of remaining causes, cost, and why causes were skipped; null
-- without a model. `found` contains the causes.
alter table report_analysis add column llm jsonb;

-- A failure is sent to the model once per project, because projects must not see each other's data.
create table llm_answer (
  project_id bigint not null,
  id bigserial,
  -- Includes the version of the prompt.
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

-- Usage of the whole server by day (UTC). A global table, so that one statement can check and reserve.
create table llm_usage (
  day date primary key,
  requests integer not null default 0,
  tokens_in bigint not null default 0,
  tokens_out bigint not null default 0,
  -- Maximum usage of running requests.
  reserved bigint not null default 0
);

alter table llm_answer add foreign key (project_id) references project (id) on delete cascade;
