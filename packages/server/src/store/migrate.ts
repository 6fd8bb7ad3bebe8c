import { readdirSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

const folder = new URL("../../migrations/", import.meta.url);
/** Any constant does; it must only be the same in every version. */
const advisoryLock = 4_600_001;

interface Migration {
  readonly version: number;
  readonly file: string;
}

/**
 * Brings the schema up to this version: forward only, each file in its own transaction, one server at a time.
 *
 * @throws Error when the database was made by a newer Plumb; its message says what to do.
 */
export async function migrate(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${advisoryLock})`.execute(connection);
    try {
      await sql`create table if not exists schema_version (version integer primary key, file text not null, applied_at timestamptz not null default now())`.execute(
        connection,
      );
      const { rows } = await sql<{
        version: number;
      }>`select coalesce(max(version), 0) as version from schema_version`.execute(connection);
      const current = rows[0]?.version ?? 0;
      const known = migrations();
      const newest = known.at(-1)?.version ?? 0;
      if (current > newest) {
        throw new Error(
          `The database has schema version ${current}, made by a newer Plumb; this one knows versions up to ${newest}. ` +
            "Start the newer version again, or restore a backup from before the upgrade.",
        );
      }
      for (const migration of known.filter(({ version }) => version > current)) {
        await connection.transaction().execute(async (transaction) => {
          await sql.raw(readFileSync(new URL(migration.file, folder), "utf8")).execute(transaction);
          await sql`insert into schema_version (version, file) values (${migration.version}, ${migration.file})`.execute(
            transaction,
          );
        });
      }
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLock})`.execute(connection);
    }
  });
}

/** In the order of their numbers. */
function migrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .map((file) => ({ version: Number(file.slice(0, 4)), file }))
    .toSorted((a, b) => a.version - b.version);
}
