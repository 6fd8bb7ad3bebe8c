-- Names of tests no longer contain addresses of objects or folders of CI agents. Stored tests get the name of their
-- next run, so that their history continues.
insert into job (kind, project_id, target, key, state, created_at, due_at)
select 'rename-tests', id, id::text, id::text, 'queued', now(), now() from project where status <> 'deleting';
