-- Result of analyzing a report's failures. Valid only for the run revision that was analyzed.
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
