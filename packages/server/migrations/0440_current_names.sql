-- Names of tests no longer hold versions of browsers or the folders of Robot Framework. Stored tests get the name that their next
-- run has, so that their history goes on.
insert into job (kind, project_id, target, key, state, created_at, due_at)
select 'rename-tests', id, id::text, id::text, 'queued', now(), now() from project where status <> 'deleting'
on conflict do nothing;
