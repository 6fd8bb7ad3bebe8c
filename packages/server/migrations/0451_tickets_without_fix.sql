-- True for a closed ticket whose failure was not fixed: not planned, a duplicate, or cancelled.
alter table ticket add column without_fix boolean not null default false;
update ticket set without_fix = true where state = 'closed' and state_name in ('Closed as not planned', 'Closed as duplicate');
