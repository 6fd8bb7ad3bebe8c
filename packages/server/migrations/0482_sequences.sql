-- Columns of identities cannot be distributed over several databases, columns with a sequence can. Ids continue.
do $$
declare
  name text;
  last bigint;
begin
  foreach name in array array['connector', 'binding', 'ticket', 'notification_rule', 'withheld_message'] loop
    last := coalesce(pg_sequence_last_value(pg_get_serial_sequence(name, 'id')::regclass), 0);
    execute format('alter table %I alter column id drop identity', name);
    execute format('create sequence %I owned by %I.id', name || '_id_seq', name);
    perform setval((name || '_id_seq')::regclass, last + 1, false);
    execute format('alter table %I alter column id set default nextval(%L)', name, name || '_id_seq');
  end loop;
end $$;
