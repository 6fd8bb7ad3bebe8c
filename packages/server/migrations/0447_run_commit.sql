-- Finds the runs of a commit, which can be abbreviated.
create index run_commit on run (project_id, commit_sha text_pattern_ops) where commit_sha is not null;
