-- A ticket of an analysis item about a cause belongs to the cause, so that the cause has one ticket, which is reopened when the failure returns.
-- If the cause has a ticket already, both stay as they are.
update ticket t set group_id = a.group_id, annotation_id = null
  from annotation a
 where a.project_id = t.project_id and a.id = t.annotation_id and a.group_id is not null and t.state <> 'gone'
   and not exists (
     select from ticket o
      where o.project_id = t.project_id and o.group_id = a.group_id and o.state <> 'gone')
   and not exists (
     select from ticket o join annotation b on b.project_id = o.project_id and b.id = o.annotation_id
      where o.project_id = t.project_id and b.group_id = a.group_id and o.state <> 'gone' and o.id > t.id);
