-- Annotations of a result for the filter of the list: the type of each, and `type=description` if it has a description.
-- The compressed details contain them, too. Empty for results from before this migration.
alter table result add column annotations text[];
