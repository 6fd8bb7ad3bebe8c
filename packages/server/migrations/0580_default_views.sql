-- The view that its owner's page opens with, at most one per owner and kind. Earlier servers ignore the column.
alter table saved_view add column is_default boolean not null default false;
