import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Dates move over a distance without other dates, because keys contain them: a row must not get the date of one that has not moved yet. */
const farDays = 1_000_000;

/**
 * Moves all times and dates of a database by whole days, so that times of the day and the days of counters still agree.
 *
 * @param shift `madeAt`: later times, such as due dates, are in the future. Others are at most `now` afterwards.
 */
export async function shiftTimes(
  db: Db,
  { days, madeAt, now }: { readonly days: number; readonly madeAt: Date; readonly now: Date },
): Promise<void> {
  const { rows: tables } = await sql<{ name: string; times: string[]; dates: string[] }>`
    select c.relname as name,
           coalesce(array_agg(a.attname::text) filter (where a.atttypid = 'timestamptz'::regtype), '{}') as times,
           coalesce(array_agg(a.attname::text) filter (where a.atttypid = 'date'::regtype), '{}') as dates
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and a.atttypid in ('timestamptz'::regtype, 'date'::regtype)
     group by c.relname
  `.execute(db);
  await db.transaction().execute(async (transaction) => {
    for (const { name, times, dates } of tables) {
      const moved = (column: string) => sql`${sql.ref(column)} + make_interval(days => ${days}::integer)`;
      const changes = [
        ...times.map(
          (column) =>
            // Missing times stay missing: `least` would ignore them.
            sql`${sql.ref(column)} = case when ${sql.ref(column)} <= ${madeAt} then least(${moved(column)}, ${now}::timestamptz)
                                          else ${moved(column)} end`,
        ),
        ...dates.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} + ${days + farDays}::integer`),
      ];
      await sql`update ${sql.table(name)} set ${sql.join(changes)}`.execute(transaction);
      const back = dates.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${farDays}::integer`);
      if (back.length > 0) await sql`update ${sql.table(name)} set ${sql.join(back)}`.execute(transaction);
    }
    await sql`update project set created_at = ${now}`.execute(transaction);
  });
}
