-- At most one of them, like the other checks over two columns.
alter table cause_resolution drop constraint cause_resolution_check, add check (kind is null or reason is null);
