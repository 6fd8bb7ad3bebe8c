-- Saved filters for analysis items, like the saved views for reports.
alter table saved_view add column kind text not null default 'reports' check (kind in ('reports', 'items'));
drop index saved_view_name;
create unique index saved_view_name on saved_view (project_id, owner_id, kind, lower(name));
