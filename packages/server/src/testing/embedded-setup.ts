import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#store/db.ts";
import { migrate } from "#store/migrate.ts";
import { guardRevisions } from "./revision-guard.ts";

/** Creates a migrated data folder; workers put copies of it next to it. */
export async function setup(project: TestProject): Promise<() => void> {
  const home = mkdtempSync(join(tmpdir(), "plumb-embedded-"));
  const folder = join(home, "template");
  mkdirSync(folder);
  await using database = await openDatabase({ url: undefined, folder });
  await migrate(database.db);
  await guardRevisions(database.db);
  project.provide("databaseTemplate", { kind: "embedded", folder });
  return () => rmSync(home, { recursive: true, force: true });
}
