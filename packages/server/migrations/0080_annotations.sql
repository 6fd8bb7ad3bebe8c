-- What the annotations of a result say, for the filter of the list: of each its type, and where it is described also
-- `type=description`. The details hold them as they are, but packed; results from before this migration have none here.
alter table result add column annotations text[];
