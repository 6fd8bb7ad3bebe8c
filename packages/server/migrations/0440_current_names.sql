-- Names of tests no longer hold versions of browsers or the folders of Robot Framework. Rename stored tests, so that their
-- next run continues their history.
insert into job (kind, project_id, target, key, state, created_at, due_at)
select 'rename-tests', id, id::text, id::text, 'queued', now(), now() from project where status <> 'deleting'
on conflict do nothing;
