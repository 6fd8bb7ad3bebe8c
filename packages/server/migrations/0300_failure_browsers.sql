-- Browser of the failed result, for filters.
alter table failure add column browser text;
update failure f set browser = r.browser
  from result r
 where r.project_id = f.project_id and r.id = f.result_id and r.browser is not null;

-- Tests of a user: owners are compared without case and a leading @.
create index test_owner_key on test (project_id, lower(ltrim(btrim(owner), '@'))) where owner is not null;
