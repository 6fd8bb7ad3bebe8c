-- Commits that senders of results have told us about, to find out which of them broke a test. Rows do not depend on runs and are deleted by age.
create table git_commit (
  project_id bigint not null,
  id bigserial,
  hash text collate "C" not null,
  parents text[] not null,
  author text not null,
  authored_at timestamptz not null,
  committed_at timestamptz not null,
  subject text not null,
  -- Null if the clone of the sender was shallow.
  files text[],
  -- Including files that are not listed.
  file_count integer not null,
  -- Web address of the repository, if known.
  repository text,
  -- Only runs of pull requests have sent it, so anyone who can open one may have invented it.
  from_pull_request boolean not null,
  stored_at timestamptz not null,
  primary key (project_id, hash)
);
create index git_commit_id on git_commit (project_id, id);
create index git_commit_stored on git_commit (project_id, from_pull_request, stored_at);
alter table git_commit add foreign key (project_id) references project (id) on delete cascade;
