-- Names of tests no longer hold addresses of objects or folders of CI agents. Tests that were stored with them get the name that
-- their next run has, so that their history goes on.
insert into job (kind, project_id, target, key, state, created_at, due_at)
select 'rename-tests', id, id::text, id::text, 'queued', now(), now() from project where status <> 'deleting';
