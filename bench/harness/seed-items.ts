import { sql } from "kysely";
import { type DatabaseLocation, openDatabaseAt } from "./databases.ts";

/** Writes analysis items directly into the database. No server may use an embedded database at the same time. */
export async function seedItems(location: DatabaseLocation, projectId: number, count: number): Promise<void> {
  await using database = await openDatabaseAt(location);
  const { db } = database;
  await sql`
    insert into annotation (project_id, title, message, type, priority, status, search_text, created_name, created_at, updated_at, status_at)
    select ${projectId}::bigint, title, message, 'issue', case n % 10 when 0 then 'critical' else 'low' end,
           (array['open', 'in_progress', 'resolved', 'closed'])[1 + n % 4], lower(title || chr(10) || message), 'Bench',
           at, at, at
      from (select n, 'Item ' || n || ': voucher-' || n % 100 || ' fails in the checkout' as title,
                   repeat('The payment of part ' || n % 977 || ' does not come through, as seen in the logs. ', 4) as message,
                   now() - (${count}::integer - n) * interval '1 minute' as at
              from generate_series(1, ${count}::integer) n) made
  `.execute(db);
  await sql`
    insert into annotation_event (project_id, annotation_id, kind, by_name, at)
    select project_id, id, 'created', 'Bench', created_at from annotation where project_id = ${projectId} order by id
  `.execute(db);
  await sql`
    insert into annotation_count (project_id, status, type, priority, items)
    select project_id, status, type, priority, count(*) from annotation where project_id = ${projectId} group by 1, 2, 3, 4
  `.execute(db);
  await sql`vacuum (analyze) annotation`.execute(db);
}
