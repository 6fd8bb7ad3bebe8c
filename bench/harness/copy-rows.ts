import { statSync } from "node:fs";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { type Db, openDatabase } from "../../packages/server/src/store/db.ts";
import { median, timed } from "./statistics.ts";

/** Tables that an upload fills, parents first. Other tables (counters, outbox) only get one or two rows per run. */
const tables = ["run", "upload", "test", "result", "result_detail", "artifact", "problem"] as const;

export interface CopyTime {
  readonly ms: number;
  readonly rows: Readonly<Record<string, number>>;
  /** Size of the copied rows as text. */
  readonly bytes: number;
}

/**
 * Measures how long `COPY` takes for the rows of a project. They are written to files and read back into the emptied tables with their indexes and
 * constraints. All other rows of these tables, and rows that refer to them, are lost. The server must be stopped.
 *
 * @param target Address of a PostgreSQL, or the data folder of an embedded database.
 * @param folder Folder for the files, in which the database's user can write. The embedded database uses its own folder instead.
 */
export async function timeCopy(
  target: { url: string } | { dataDir: string },
  projectId: number,
  folder: string,
  repeats: number,
): Promise<CopyTime> {
  const embedded = "dataDir" in target;
  await using database = await openDatabase(
    embedded ? { url: undefined, folder: target.dataDir } : { url: target.url, folder: null },
  );
  return await database.db.connection().execute(async (db) => {
    const location = embedded ? await dataDirectory(db) : folder;
    const onDisk = embedded ? join(target.dataDir, "db") : folder;
    const rows: Record<string, number> = {};
    let bytes = 0;
    const columnsOf = new Map<string, RawBuilder<unknown>>();
    for (const table of tables) {
      const columns = await storedColumns(db, table);
      columnsOf.set(table, columns);
      const path = `${location}/${table}.copy`;
      const mine = sql`from ${sql.table(table)} where project_id = ${sql.lit(projectId)}`;
      await sql`copy (select ${columns} ${mine}) to ${sql.lit(path)}`.execute(db);
      rows[table] = (await sql<{ count: number }>`select count(*) ${mine}`.execute(db)).rows[0]?.count ?? 0;
      bytes += statSync(join(onDisk, `${table}.copy`)).size;
    }
    const times: number[] = [];
    for (let repeat = 0; repeat < repeats; repeat++) {
      await sql.raw(`truncate ${tables.join(", ")} cascade`).execute(db);
      await sql`checkpoint`.execute(db);
      const { ms } = await timed(async () => {
        for (const [table, columns] of columnsOf) {
          await sql`copy ${sql.table(table)} (${columns}) from ${sql.lit(`${location}/${table}.copy`)}`.execute(db);
        }
      });
      times.push(ms);
    }
    return { ms: median(times), rows, bytes };
  });
}

/** Leaves out generated columns, which COPY does not accept and PostgreSQL computes again. */
async function storedColumns(db: Db, table: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum
  `.execute(db);
  return sql.join(rows.map(({ name }) => sql.ref(name)));
}

async function dataDirectory(db: Db): Promise<string> {
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(db);
  return rows[0]?.data_directory ?? "";
}
