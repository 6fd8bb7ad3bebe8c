-- Counts the writes of an API key in the last hour.
create index audit_event_agent on audit_event (agent_key_id, at) where agent_key_id is not null;
