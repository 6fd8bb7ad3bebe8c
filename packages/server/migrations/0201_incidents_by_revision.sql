-- Incidents are noted of what changed since: the failures of an ended run no longer wait for those of all others to be looked at.
alter table failure_state add column incidents_revision bigint not null default 0;
update failure_state set incidents_revision = revision;
