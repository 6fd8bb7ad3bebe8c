-- Tokens of the language model per project and day, with what requests under way may take at most.
create table llm_project_usage (
  project_id bigint not null references project (id) on delete cascade,
  day date not null,
  tokens bigint not null,
  -- A request did not fit into the project's share.
  used_up boolean not null default false,
  primary key (project_id, day)
);
