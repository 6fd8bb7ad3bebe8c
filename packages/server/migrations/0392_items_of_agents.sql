-- Lists the items that agents created.
create index annotation_agent on annotation (project_id, created_at, id) where agent_key_id is not null;
