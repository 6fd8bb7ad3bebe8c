-- The audit narrowed to one kind of act costs what it shows, however long the history.

create index audit_event_action on audit_event (action, id desc);
