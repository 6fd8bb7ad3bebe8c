import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import { type Database, openDatabase } from "#store/db.ts";

/** A migrated, empty database of its own for one test, gone at the end of the scope. */
export async function createTestDatabase(): Promise<Database> {
  const template = inject("databaseTemplate");
  if (template.kind === "embedded") {
    const folder = mkdtempSync(join(tmpdir(), "plumb-test-db-"));
    cpSync(template.folder, folder, { recursive: true, filter: (path) => !path.endsWith("plumb.lock") });
    const database = await openDatabase({ url: undefined, folder });
    return withCleanUp(database, async () => rmSync(folder, { recursive: true, force: true }));
  }
  const name = `plumb_test_${randomUUID().replaceAll("-", "")}`;
  await inDatabase(template.url, `create database ${name} template ${template.template}`);
  const database = await openDatabase({ url: databaseUrl(template.url, name), folder: null });
  return withCleanUp(database, () => inDatabase(template.url, `drop database ${name} with (force)`));
}

function withCleanUp(database: Database, cleanUp: () => Promise<void>): Database {
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await cleanUp();
    },
  };
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
