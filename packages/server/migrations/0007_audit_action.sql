-- Filters the audit log by action, in constant time.

create index audit_event_action on audit_event (action, id desc);
