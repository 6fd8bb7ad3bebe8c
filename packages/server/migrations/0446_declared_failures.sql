-- Failures that a summary without tests declares, such as Failsafe's. The run fails if its tests have fewer.
alter table upload add column declared_failures integer not null default 0;
