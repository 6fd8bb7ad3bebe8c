import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "../packages/server/src/store/db.ts";
import { migrate } from "../packages/server/src/store/migrate.ts";
import { fingerprint } from "../scripts/fingerprint.mjs";
import { cache, root } from "../scripts/folders.mjs";

/** Whatever decides what an empty database looks like on disk. */
const sources = ["packages/server/migrations", "packages/server/src/store", "package-lock.json"];
const prepared = join(cache, "journeys");

/**
 * Puts an empty, migrated database into a data folder: a start on it is the second start of a server, which takes a third of the
 * first one's time. Made once for each state of the schema and kept between runs.
 */
export async function prepareFolder(folder: string): Promise<void> {
  const template = join(prepared, fingerprint(root, sources));
  if (!existsSync(template)) await makeTemplate(template);
  await cp(template, folder, { recursive: true, filter: (path) => !path.endsWith("plumb.lock") });
}

/** Made beside its place and moved there whole: a run that is stopped here leaves nothing half-made. */
async function makeTemplate(template: string): Promise<void> {
  await rm(prepared, { recursive: true, force: true });
  await mkdir(prepared, { recursive: true });
  const unfinished = await mkdtemp(`${template}-`);
  {
    await using database = await openDatabase({ url: undefined, folder: unfinished });
    await migrate(database.db);
  }
  await rename(unfinished, template);
}
