import { sql } from "kysely";
import type { Db } from "#store/db.ts";

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** Check constraints on the column, as PostgreSQL prints them. */
  readonly checks: string;
}

/** Returns a value of the column's type, or the first allowed value if the column lists them. */
function valueOf({ name, type, checks }: Column, { text, projectId }: Filling): string {
  if (name === "project_id") return String(projectId);
  const listed = /'([^']+)'::text/.exec(checks)?.[1];
  if (type === "text") return `'${listed ?? text}'`;
  if (type.endsWith("[]")) return `'{}'::${type}`;
  if (type.startsWith("timestamp")) return "'2026-01-02T03:04:05Z'";
  if (type === "date") return "'2026-01-02'";
  if (type === "bytea") return "'\\x00'";
  if (type === "jsonb" || type === "json") return "'{}'";
  if (type === "boolean") return "true";
  if (type === "uuid") return "gen_random_uuid()";
  return "1";
}

/** Returns row counts by table. */
export async function countTables(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_version'
  `.execute(db);
  if (rows.length === 0) return new Map();
  const counted = rows.map(
    ({ name }) => sql`select ${name} as name, count(*)::integer as count from ${sql.table(name)}`,
  );
  const { rows: counts } = await sql<{ name: string; count: number }>`${sql.join(counted, sql` union all `)}`.execute(
    db,
  );
  return new Map(counts.map(({ name, count }) => [name, count]));
}

interface Filling {
  /** Content of columns that accept any text. */
  readonly text: string;
  readonly projectId: number;
  /** Tables to fill; all by default. */
  readonly tables?: readonly string[];
}

const filled: Filling = { text: "filled", projectId: 1 };

/** Inserts a row into every table that is empty. */
export async function fillEmptyTables(db: Db): Promise<void> {
  const empty = [...(await countTables(db))].flatMap(([table, rows]) => (rows === 0 ? [table] : []));
  if (empty.length > 0) await fillTables(db, { ...filled, tables: empty });
}

/** Inserts a row into every table, whatever its columns are. Its id is 1. */
export async function fillTables(db: Db, filling: Filling = filled): Promise<void> {
  const { rows: columns } = await sql<Column>`
    select c.table_name as table, c.column_name as name, format_type(a.atttypid, a.atttypmod) as type,
           coalesce((select string_agg(pg_get_constraintdef(k.oid), ' ' order by k.oid) from pg_constraint k
                      where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any (k.conkey)), '') as checks
      from information_schema.columns c
      join pg_attribute a on a.attrelid = format('%I', c.table_name)::regclass and a.attname = c.column_name
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'schema_version'
       and c.is_generated = 'NEVER' and ${filling.tables === undefined ? sql`true` : sql`c.table_name = any(${filling.tables}::text[])`}
       -- What may be absent, and is checked together with other columns, is absent. Of two columns that exclude each
       -- other, the first one is present.
       and not (c.is_nullable = 'YES' and exists (
         select 1 from pg_constraint k
          where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any (k.conkey) and cardinality(k.conkey) > 1
            and pg_get_constraintdef(k.oid) not like format('CHECK (((%s IS NULL) <> %%', c.column_name)))
     order by c.table_name, c.ordinal_position
  `.execute(db);
  await db.transaction().execute(async (transaction) => {
    // Disables foreign keys, because rows that reference each other are inserted in any order. On a cluster, the workers do so, too.
    await sql`set local citus.propagate_set_commands = 'local'`.execute(transaction);
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
      const names = sql.join(own.map(({ name }) => sql.ref(name)));
      const values = sql.raw(own.map((column) => valueOf(column, filling)).join(", "));
      await sql`
        insert into ${sql.table(table)} (${names}) overriding system value values (${values}) on conflict do nothing
      `.execute(transaction);
    }
    // Moves the sequences past the inserted ids.
    await sql`
      select setval(format('%I', sequencename)::regclass, greatest(2, coalesce(last_value, 0))) from pg_sequences where schemaname = 'public'
    `.execute(transaction);
  });
}
