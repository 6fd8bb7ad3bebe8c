-- Acts that repeat (failed sign-ins, refused calls, downloads) are one row per window, with a count in `detail`.

-- Who did what to what from where, in which window; null for acts that are a row each.
alter table audit_event add column occurrence text;
create unique index audit_event_occurrence on audit_event (occurrence);
