-- Writes of agents. `agent_key_id` is the API key of the agent that acted for the user in the same row; null if the user acted.
alter table annotation add column agent_key_id bigint, add column proposed_class text;
-- `undoes`: the event of an agent that this event undid.
alter table annotation_event add column agent_key_id bigint, add column undoes bigint;
alter table annotation_comment add column agent_key_id bigint;
-- Audit events outlive projects and their keys, so they keep the name.
alter table audit_event add column agent_key_id bigint, add column agent_key_name text;
