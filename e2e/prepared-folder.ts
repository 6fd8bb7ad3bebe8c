import { cpSync, existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { openDatabase } from "../packages/server/src/store/db.ts";
import { migrate } from "../packages/server/src/store/migrate.ts";
import { fingerprint } from "../scripts/fingerprint.mjs";
import { cache, root } from "../scripts/folders.mjs";

/** Files that determine an empty database on disk. */
const sources = ["packages/server/migrations", "packages/server/src/store", "package-lock.json"];
const prepared = join(cache, "journeys");

/**
 * Puts an empty, migrated database into a data folder: a start on it is the second start of a server, which takes a third of the
 * first one's time. Made once for each state of the schema and kept between runs.
 */
export async function prepareFolder(folder: string): Promise<void> {
  // A thousand small files: one after the other takes two thirds of the time that the asynchronous copy takes.
  cpSync(await databaseTemplate(), folder, { recursive: true, filter: (path) => !path.endsWith("plumb.lock") });
}

/** The folder that is copied; it is made if it is not there. */
export async function databaseTemplate(): Promise<string> {
  const template = join(prepared, fingerprint(root, sources));
  if (!existsSync(template)) await makeTemplate(template);
  return template;
}

/**
 * Made next to its place and moved there whole: a run that is stopped here leaves nothing half-made, and of two workers that make
 * it at once the first one's stays.
 */
async function makeTemplate(template: string): Promise<void> {
  await mkdir(prepared, { recursive: true });
  const outdated = (await readdir(prepared)).filter((name) => !name.startsWith(basename(template)));
  for (const name of outdated) await rm(join(prepared, name), { recursive: true, force: true });
  const unfinished = await mkdtemp(`${template}-`);
  {
    await using database = await openDatabase({ url: undefined, folder: unfinished });
    await migrate(database.db);
  }
  try {
    await rename(unfinished, template);
  } catch (error) {
    if (!existsSync(template)) throw error;
    await rm(unfinished, { recursive: true });
  }
}
