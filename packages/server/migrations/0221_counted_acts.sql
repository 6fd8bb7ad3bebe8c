-- Repeated actions (failed sign-ins, rejected calls, downloads) are one row per window, with a count in `detail`.

-- User, action, target and address in a window; null for actions with a row each.
alter table audit_event add column occurrence text;
create unique index audit_event_occurrence on audit_event (occurrence);
