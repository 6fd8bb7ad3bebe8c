-- Increases with every change of the run's results. Cached data of the run is valid while it stays the same.
alter table run add column revision bigint not null default 0;
