-- Reports in which tests of an owner failed, and the owners of such tests, read from this index alone.
create index run_owner_failed on run_owner (project_id, owner, run_id) where failed > 0;
