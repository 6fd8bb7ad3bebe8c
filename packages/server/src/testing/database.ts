import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { inject } from "vitest";
import { type Database, type Db, openDatabase } from "#store/db.ts";
import type { DatabaseTemplate } from "#testing/provided.ts";

/** A migrated, empty database of its own for one test, gone at the end of the scope. */
export async function createTestDatabase(): Promise<Database> {
  const template: DatabaseTemplate = inject("databaseTemplate");
  if (template.kind === "embedded") {
    const database = idle.pop() ?? (await openCopy(template.folder));
    return {
      ...database,
      async [Symbol.asyncDispose]() {
        await emptyTables(database.db);
        idle.push(database);
      },
    };
  }
  const created = await createPostgresDatabase(template);
  const database = await openDatabase({ url: created.url, folder: null });
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await created.drop();
    },
  };
}

/** A database without a schema, for what makes one. */
export async function createEmptyDatabase(): Promise<Database> {
  const template: DatabaseTemplate = inject("databaseTemplate");
  if (template.kind === "embedded") return openDatabase({ url: undefined, folder: null });
  const created = await createPostgresDatabase({ ...template, template: "template0" });
  const database = await openDatabase({ url: created.url, folder: null, connections: 2 });
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await created.drop();
    },
  };
}

/** A clone of the template on the real PostgreSQL. */
export async function createPostgresDatabase(
  template: Extract<DatabaseTemplate, { kind: "postgres" }>,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `plumb_test_${randomUUID().replaceAll("-", "")}`;
  await inDatabase(template.url, `create database ${name} template ${template.template}`);
  return {
    url: databaseUrl(template.url, name),
    drop: () => inDatabase(template.url, `drop database ${name} with (force)`),
  };
}

/** Opening an embedded database takes longer than emptying one, so a test file keeps using the same. */
const idle: Database[] = [];

/** Sequences go on counting: an id is never given twice, here as in the product. */
async function emptyTables(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_version'
  `.execute(db);
  await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(db);
}

/** The folder goes with the process; its database is not closed, as after a crash. */
async function openCopy(template: string): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), "plumb-test-db-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  cpSync(template, folder, { recursive: true, filter: (path) => !path.endsWith("plumb.lock") });
  return openDatabase({ url: undefined, folder });
}

/** The same server, another database. */
export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** One statement on a connection of its own, as `create database` wants it. */
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

/** All of a table, as it is stored. */
export async function rowsOf(db: Db, table: string): Promise<unknown[]> {
  return (await sql`select * from ${sql.table(table)}`.execute(db)).rows;
}

/** One statement as it is, for states that no request makes. */
export async function runStatement(db: Db, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

/** How many rows a project has in each table that knows projects, the audit apart: it outlives them. */
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

/** The rows of a query that a test asks for itself. */
export async function readRows<Row>(db: Db, query: string): Promise<Row[]> {
  return (await sql.raw<Row>(query).execute(db)).rows;
}
