-- Failures of tests that were in quarantine when the run started, counted with the run.
alter table run add column quarantined integer not null default 0;
alter table run_day add column quarantined bigint not null default 0;
