-- What an analysis of a report's failures found. It stands for the results that it read: for those of another revision
-- of the run there is none.
create table report_analysis (
  project_id bigint not null,
  run_id bigint not null,
  status text not null check (status in ('running', 'completed', 'failed')),
  revision bigint not null,
  -- Insights and clusters, as they are answered; null until it is completed.
  found jsonb,
  error text,
  changed_at timestamptz not null,
  primary key (project_id, run_id)
);

alter table report_analysis add foreign key (project_id, run_id) references run (project_id, id) on delete cascade;
