import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#store/db.ts";
import { migrate } from "#store/migrate.ts";

/** Makes one migrated data folder; each test gets a copy of it. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "plumb-embedded-"));
  await using database = await openDatabase({ url: undefined, folder });
  await migrate(database.db);
  project.provide("databaseTemplate", { kind: "embedded", folder });
  return () => rmSync(folder, { recursive: true, force: true });
}
