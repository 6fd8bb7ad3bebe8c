-- Author of the tested commit, and its pull request, according to the CI system.
alter table run add column commit_author text, add column pull_request text;
create index run_commit_author on run (project_id, commit_author, started_at desc) where commit_author is not null;
create index run_pull_request on run (project_id, pull_request, started_at desc) where pull_request is not null;
