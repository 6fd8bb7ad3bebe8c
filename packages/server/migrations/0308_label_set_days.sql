-- First and last day (UTC) of the runs of each combination, to find the days of tests to compare.
alter table label_set add column first_day date, add column last_day date;
update label_set l set first_day = c.first_day, last_day = c.last_day
  from (select project_id, label_set_id, min((started_at at time zone 'UTC')::date) as first_day,
               max((started_at at time zone 'UTC')::date) as last_day
          from counted_run where label_set_id is not null group by project_id, label_set_id) c
 where l.project_id = c.project_id and l.id = c.label_set_id;
update label_set set first_day = '-infinity', last_day = 'infinity' where first_day is null;
alter table label_set alter column first_day set not null, alter column last_day set not null;
