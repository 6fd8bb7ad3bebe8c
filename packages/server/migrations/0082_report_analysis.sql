-- Result of an analysis of a report's failures. Valid for the revision of the run that it read; other revisions
-- have none.
create table report_analysis (
  project_id bigint not null,
  run_id bigint not null,
  status text not null check (status in ('running', 'completed', 'failed')),
  revision bigint not null,
  -- Insights and clusters in the form of the API; null until the analysis is completed.
  found jsonb,
  error text,
  changed_at timestamptz not null,
  primary key (project_id, run_id)
);

alter table report_analysis add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
