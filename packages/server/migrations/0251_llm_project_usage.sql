-- Tokens of the language model by project and day, with the maximum of running requests.
create table llm_project_usage (
  project_id bigint not null references project (id) on delete cascade,
  day date not null,
  tokens bigint not null,
  -- True if a request exceeded the share of the project.
  used_up boolean not null default false,
  primary key (project_id, day)
);
