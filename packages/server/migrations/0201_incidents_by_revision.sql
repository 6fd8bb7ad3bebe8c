-- Finds incidents in the changes since the last search, so that an ended run does not wait for the failures of others.
alter table failure_state add column incidents_revision bigint not null default 0;
update failure_state set incidents_revision = revision;
