import type { TestProject } from "vitest/node";
import { openDatabase } from "#store/db.ts";
import { migrate } from "#store/migrate.ts";
import { guardRevisions } from "./revision-guard.ts";
import { databaseUrl, dropPostgresDatabases, inDatabase } from "./database.ts";
import { startPostgres } from "./postgres.ts";

/** Uses the PostgreSQL of TEST_DATABASE_URL, or starts one, and creates the migrated template for the databases of tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const input = process.env["TEST_DATABASE_URL"] ?? "";
  const started = input === "" ? await startPostgres(["fsync=off", "full_page_writes=off"]) : undefined;
  const url = started?.url ?? input;
  const template = `plumb_template_${process.pid}`;
  await inDatabase(url, `create database ${template}`);
  {
    await using database = await openDatabase({ url: databaseUrl(url, template), folder: null });
    await migrate(database.db);
    await guardRevisions(database.db);
  }
  project.provide("databaseTemplate", { kind: "postgres", url, template });
  return async () => {
    if (started === undefined) await dropPostgresDatabases(url, template);
    await started?.remove();
  };
}
