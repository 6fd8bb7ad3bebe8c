-- Notification rules read the changes of analysis items since the last day.
create index annotation_event_at on annotation_event (project_id, at);
