import { readdirSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import type { Db } from "./db.ts";

const folder = new URL("../../migrations/", import.meta.url);
/** Arbitrary number that must be the same in every version. */
const advisoryLock = 4_600_001;

interface Migration {
  readonly version: number;
  readonly file: string;
}

/**
 * Migrates the schema to this version: forward only, one transaction per file, one server at a time. Compares
 * applied and existing files as sets, so a later file with a lower number is applied too.
 *
 * @param upTo For tests: the last migration of an earlier version.
 * @throws Error with instructions if a newer Plumb created the database.
 */
export async function migrate(db: Db, upTo = Number.MAX_SAFE_INTEGER): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${advisoryLock})`.execute(connection);
    try {
      await refuseUnfinishedMove(connection);
      await createVersionTable(connection);
      const { rows: applied } = await sql<Migration>`
        select version, file from schema_version order by version
      `.execute(connection);
      const known = migrations();
      refuseUnknown(applied, known);
      const before = new Set(applied.map(({ file }) => file));
      for (const migration of known.filter(({ version, file }) => version <= upTo && !before.has(file)))
        await connection.transaction().execute((transaction) => apply(transaction, migration));
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLock})`.execute(connection);
    }
  });
}

/** Its tables may be incomplete, and have no foreign keys. */
async function refuseUnfinishedMove(db: Db): Promise<void> {
  const { rows } = await sql<{ unfinished: boolean }>`
    select to_regclass('database_move') is not null as unfinished
  `.execute(db);
  if (rows[0]?.unfinished === true)
    throw new Error(
      "The database is incomplete: `plumb-server db move` was interrupted. Run it again, or drop the database.",
    );
}

async function createVersionTable(db: Db): Promise<void> {
  await sql`create table if not exists schema_version (version integer primary key, file text not null, applied_at timestamptz not null default now())`.execute(
    db,
  );
}

async function apply(transaction: Db, { version, file }: Migration): Promise<void> {
  await sql.raw(readFileSync(new URL(file, folder), "utf8")).execute(transaction);
  await sql`insert into schema_version (version, file) values (${version}, ${file})`.execute(transaction);
}

/** Creates the schema of exactly these migrations in an empty database. */
export async function applyMigrations(transaction: Db, files: readonly string[]): Promise<void> {
  await createVersionTable(transaction);
  for (const migration of migrations().filter(({ file }) => files.includes(file))) await apply(transaction, migration);
}

/**
 * Returns whether the database has no schema, the number of migrations to apply, and the last one of a newer version; `null` if there is none.
 *
 * @throws Error if the database is the target of an unfinished move.
 */
export async function schemaState(db: Db): Promise<{ isEmpty: boolean; pending: number; newer: string | null }> {
  await refuseUnfinishedMove(db);
  const known = migrations();
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('schema_version') is not null as exists`.execute(
    db,
  );
  if (rows[0]?.exists !== true) return { isEmpty: true, pending: known.length, newer: null };
  const { rows: applied } = await sql<Migration>`select version, file from schema_version order by version`.execute(db);
  const before = new Set(applied.map(({ file }) => file));
  return {
    isEmpty: false,
    pending: known.filter(({ file }) => !before.has(file)).length,
    newer: unknownMigration(applied, known)?.file ?? null,
  };
}

function unknownMigration(applied: readonly Migration[], known: readonly Migration[]): Migration | undefined {
  const files = new Set(known.map(({ file }) => file));
  return applied.findLast(({ file }) => !files.has(file));
}

function refuseUnknown(applied: readonly Migration[], known: readonly Migration[]): void {
  const unknown = unknownMigration(applied, known);
  if (unknown === undefined) return;
  throw new Error(
    `The database has schema version ${unknown.version}, created by a newer version of Plumb (${unknown.file}); this version does not support it. ` +
      "Start the newer version again, or restore a backup from before the upgrade.",
  );
}

/** Returns the migrations in numeric order. */
export function migrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .map((file) => ({ version: Number(file.slice(0, 4)), file }))
    .toSorted((a, b) => a.version - b.version);
}
