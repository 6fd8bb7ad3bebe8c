import { randomUUID } from "node:crypto";
import { appendFileSync, cpSync, mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { inject } from "vitest";
import { type Database, type Db, openDatabase } from "#store/db.ts";
import { distributionPlan } from "#store/distribution/plan.ts";
import { writeForDistributed } from "#store/statement-kind.ts";
import { createDistributedDatabase, emptyDistributed } from "./distributed-database.ts";
import { ignoreRevisions } from "./revision-guard.ts";
import type { DatabaseTemplate } from "./provided.ts";
import { guardStatements } from "./statement-guard.ts";

type EmbeddedTemplate = Extract<DatabaseTemplate, { kind: "embedded" }>;
type PostgresTemplate = Extract<DatabaseTemplate, { kind: "postgres" }>;

/** Creates an empty, migrated database for a test, deleted at the end of the scope. */
export async function createTestDatabase(): Promise<Database> {
  const template: DatabaseTemplate = inject("databaseTemplate");
  return template.kind === "embedded" ? borrowEmbedded(template) : borrowPostgres(template);
}

/** Databases that tests take turns in using, because emptying one is faster than opening or creating one. */
const idle: { readonly embedded: Database[]; readonly postgres: string[] } = { embedded: [], postgres: [] };

async function borrowEmbedded({ folder }: EmbeddedTemplate): Promise<Database> {
  const database = idle.embedded.pop() ?? (await openCopy(folder));
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await emptyTables(database.db);
      idle.embedded.push(database);
    },
  };
}

/** Connections are closed after each test, which ensures that it has no pending writes. */
async function borrowPostgres(template: PostgresTemplate): Promise<Database> {
  if (template.workers !== undefined) writeForDistributed();
  const used = idle.postgres.pop();
  const url = used ?? (await createPostgresDatabase(template)).url;
  const database = await openDatabase({ url, folder: null });
  if (used !== undefined) {
    if (template.workers === undefined) await emptyTables(database.db);
    else await emptyDistributed({ url, workers: template.workers });
  }
  const guard =
    template.workers === undefined
      ? await guardStatements(async () => new Set((await distributionPlan(database.db)).distributed))
      : undefined;
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      idle.postgres.push(url);
      guard?.assertConditions();
    },
  };
}

/** Creates a database without a schema. */
export async function createEmptyDatabase(): Promise<Database> {
  const template: DatabaseTemplate = inject("databaseTemplate");
  if (template.kind === "embedded") return openDatabase({ url: undefined, folder: null });
  const created = await createPostgresDatabase(template, "template0");
  const database = await openDatabase({ url: created.url, folder: null, connections: 2 });
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await created.drop();
    },
  };
}

/** Clones the template, or another database, on a PostgreSQL server. Clones that are not dropped are dropped with the template. */
export async function createPostgresDatabase(
  { url, template, workers }: PostgresTemplate,
  original = template,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${template}_${randomUUID().replaceAll("-", "")}`;
  if (workers !== undefined && original === template) return createDistributedDatabase({ url, workers }, name);
  await inDatabase(url, `create database ${name} template ${original}`);
  return {
    url: databaseUrl(url, name),
    drop: () => inDatabase(url, `drop database ${name} with (force)`),
  };
}

/** Drops the template with all its clones. */
export async function dropPostgresDatabases(url: string, template: string): Promise<void> {
  await using database = await openDatabase({ url, folder: null });
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database where datname = ${template} or starts_with(datname, ${`${template}_`})
  `.execute(database.db);
  for (const { name } of rows) await inDatabase(url, `drop database ${name} with (force)`);
}

/** From this size on, deleting the rows of a table takes longer than truncating it. */
const largeBytes = 100_000;

/**
 * Truncates large tables in one statement, so that the order of foreign keys does not matter. Most tables are small, and truncating all of them would
 * take twenty times as long. Sequences continue, so ids are unique, as in the product.
 */
async function emptyTables(db: Db): Promise<void> {
  const { rows: tables } = await sql<{ name: string; large: boolean }>`
    select relname as name, pg_relation_size(oid) > ${largeBytes} as large
      from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_version'
  `.execute(db);
  const large = tables.filter((table) => table.large);
  if (large.length > 0) await sql`truncate ${sql.join(large.map(({ name }) => sql.table(name)))} cascade`.execute(db);
  const deletions = tables.map(({ name }) => sql`${sql.id(`from_${name}`)} as (delete from ${sql.table(name)})`);
  await sql`with ${sql.join(deletions)} select 1`.execute(db);
}

/**
 * Opens a copy of the template. Its folder is deleted with the template, and the database is not closed, as after a crash. Like the PostgreSQL of the
 * tests, it runs without fsync: durability is tested on separate servers (process.ts).
 */
async function openCopy(template: string): Promise<Database> {
  const folder = mkdtempSync(join(dirname(template), "copy-"));
  cpSync(template, folder, { recursive: true, filter: (path) => !path.endsWith("plumb.lock") });
  appendFileSync(join(folder, "db", "postgresql.auto.conf"), "fsync = off\n");
  return openDatabase({ url: undefined, folder });
}

/** Returns the URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Runs a statement on its own connection, as `create database` requires. */
export async function inDatabase(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
  return rows[0]?.n ?? -1;
}

/** Returns the row estimate of the planner; -1 if the table was never analysed. */
export async function estimatedRows(db: Db, table: string): Promise<number | undefined> {
  const { rows } = await sql<{ rows: number }>`
    select reltuples as rows from pg_class where relname = ${table}
  `.execute(db);
  return rows[0]?.rows;
}

/** Returns all rows of a table, sorted by its columns; in most tables, the first ones are the project and the id. */
export async function rowsOf(db: Db, table: string): Promise<unknown[]> {
  return (await sql`select * from ${sql.table(table)} as stored order by stored`.execute(db)).rows;
}

/** Runs a statement to create a state that no request creates. */
export async function runStatement(db: Db, statement: string): Promise<void> {
  const run = async (transaction: Db) => {
    await ignoreRevisions(transaction);
    await sql.raw(statement).execute(transaction);
  };
  await (db.isTransaction ? run(db) : db.transaction().execute(run));
}

/** Counts the rows of a project in each table with a project, except the audit log, which is kept after its deletion. */
export async function rowsOfProject(db: Db, projectId: number): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name
      from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
     where c.table_schema = 'public' and c.column_name = 'project_id' and t.table_type = 'BASE TABLE'
       and c.table_name <> 'audit_event'
  `.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} where project_id = ${projectId}`.execute(db);
    counts[name] = rows.length;
  }
  return counts;
}

/** Returns the rows of a query. */
export async function readRows<Row>(db: Db, query: string): Promise<Row[]> {
  return (await sql.raw<Row>(query).execute(db)).rows;
}
