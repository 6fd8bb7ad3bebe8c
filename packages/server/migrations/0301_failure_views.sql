-- Saved views of the failure analysis.
alter table saved_view drop constraint saved_view_kind_check;
alter table saved_view add constraint saved_view_kind_check check (kind in ('reports', 'items', 'failures'));
