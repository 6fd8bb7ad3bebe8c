import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dayMs } from "@plumb/contract/durations.ts";
import { z } from "zod";
import { openBackupTarget } from "#backup/backup-target.ts";
import { findBackup, restoreBackup } from "#backup/restore-backup.ts";
import type { Config } from "./config.ts";
import { openBlobs } from "#files/blobs/open-blobs.ts";
import { existingTables } from "#store/backup/load-snapshot.ts";
import { shiftTimes } from "#store/backup/shift-times.ts";
import type { Database } from "#store/db.ts";

/** Written by `demo/prepare.ts`: a backup, and the time from which its data can be shown as that of the current day. */
const prepared = new URL("../../../demo/dist/", import.meta.url);
const Prepared = z.object({ from: z.coerce.date() });

/**
 * Restores the prepared demo into an empty database, with all times relative to `now`. Without a prepared demo, or in a database with tables, it does
 * nothing, and the loader of the demo uploads what is missing.
 */
export async function restoreDemo({ db, description }: Database, config: Config, now: Date): Promise<void> {
  const target = openBackupTarget(fileURLToPath(prepared));
  const blobs = openBlobs(config.blobs);
  const file = new URL("prepared.json", prepared);
  if (!existsSync(file) || (await existingTables(db)).length > 0 || (await blobs.projects()).length > 0) return;
  const { from } = Prepared.parse(JSON.parse(readFileSync(file, "utf8")));
  const backup = await findBackup(target, null);
  await restoreBackup({ target, backup, db, description, blobs });
  const days = Math.floor((now.getTime() - from.getTime()) / dayMs);
  await shiftTimes(db, { days, madeAt: new Date(backup.manifest.createdAt), now });
}
