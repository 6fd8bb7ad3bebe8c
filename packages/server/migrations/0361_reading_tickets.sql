-- When the tickets of a binding are read next, and how often reading has failed in a row.
alter table binding
  add column read_after timestamptz,
  add column read_failures integer not null default 0;
