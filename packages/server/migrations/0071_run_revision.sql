-- Moves with every change of a run's results: what was made of them and kept in memory is right as long as it stands still.
alter table run add column revision bigint not null default 0;
