-- Addresses whose owners unsubscribed from the emails of a project's connections. They cannot be entered again.
create table mail_opt_out (
  project_id bigint not null references project (id) on delete cascade,
  -- In lower case.
  address text not null,
  created_at timestamptz not null,
  primary key (project_id, address)
);
