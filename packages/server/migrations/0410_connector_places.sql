-- Places that projects may use with an account of the server, such as repositories.
alter table connector add column places jsonb not null default '[]';

-- Existing connections keep working.
update connector c
   set places = used.places
  from (
    select b.connector_id, jsonb_agg(distinct trim(p.place)) as places
      from binding b
      join connector a on a.id = b.connector_id and a.project_id is null,
           lateral (
             select case a.type
                      when 'github' then b.settings ->> 'repository'
                      when 'gitlab' then b.settings ->> 'project'
                      when 'azure-boards' then b.settings ->> 'project'
                      when 'jira' then b.settings ->> 'projectKey'
                      when 'linear' then b.settings ->> 'teamKey'
                      when 'slack' then
                        case when a.secrets ? 'botToken' and not b.secrets ? 'webhookUrl' then b.settings ->> 'channel' end
                    end as place
             union all
             select split_part(address, '@', 2)
               from regexp_split_to_table(case a.type when 'email' then b.settings ->> 'addresses' end, '[,;\s]+') as address
           ) p
     where trim(p.place) <> ''
     group by b.connector_id
  ) used
 where c.id = used.connector_id;
