-- Target branch of the pull request, if the sender knows it.
alter table run add column target_branch text;

-- Main branches are a setting of the project, no longer a part of its flakiness rule.
update project
   set settings = settings || jsonb_build_object('mainBranches', flakiness_rule -> 'mainBranches'),
       flakiness_rule = flakiness_rule - 'mainBranches'
 where jsonb_typeof(flakiness_rule -> 'mainBranches') = 'array';
