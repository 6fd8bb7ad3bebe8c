-- Facts of a run, `key=value`, with those of all its uploads, and the facts of each upload.
alter table run add column facts text[] not null default '{}';
create index run_facts on run using gin (facts) where facts <> '{}';
alter table upload add column facts text[] not null default '{}';
