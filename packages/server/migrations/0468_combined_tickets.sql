-- Several causes can share a ticket: each has a row, and all rows except the first one have the id of the first one.
alter table ticket add column created_with bigint;
create index ticket_created_with on ticket (project_id, created_with) where created_with is not null;
