import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#config.ts";
import { openBlobs } from "#files/blobs/open-blobs.ts";
import { openDatabase } from "#store/db.ts";
import { FolderInUse } from "#store/embedded/lock-file.ts";
import { openBackupTarget } from "./backup-target.ts";
import { backupLocation, readOptions, readSettings, secretKeyId } from "./command-options.ts";
import { type BackupReport, makeBackup } from "./make-backup.ts";
import { backupText } from "./report-text.ts";
import { requestBackup } from "./backup-requests.ts";

const usage = "Usage: plumb-server backup --to <folder or s3://bucket/prefix>";

/** Exit code for a complete backup of files of which some were already lost. */
const lostFiles = 3;

/** Backs up the database and the files, whether the server is running or not. */
export async function backupCommand(args: readonly string[], version: string): Promise<number> {
  const { to } = readOptions(args, ["to"], usage);
  if (to === undefined) throw new Error(usage);
  const config = readSettings();
  const location = backupLocation(config, to, "--to");
  const report = await makeBackupHere(config, location, version).catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error;
    return requestBackup(config.dataDir, typeof location === "string" ? location : to, error);
  });
  process.stdout.write(backupText(report, to));
  return report.lost.length === 0 ? 0 : lostFiles;
}

async function makeBackupHere(
  config: Config,
  location: ReturnType<typeof backupLocation>,
  version: string,
): Promise<BackupReport> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, "db")))
    throw new Error(
      `${config.dataDir} contains no database. Set PLUMB_DATA_DIR or DATABASE_URL to those of the server.`,
    );
  await using database = await openDatabase({ url: config.databaseUrl, folder: config.dataDir, connections: 3 });
  return await makeBackup({
    db: database.db,
    // The embedded database has no other users, so it needs no copy.
    openForBackup: async () => ({ db: database.db, [Symbol.asyncDispose]: async () => undefined }),
    blobs: openBlobs(config.blobs),
    target: openBackupTarget(location),
    version,
    secretKeyId: secretKeyId(config),
    now: new Date(),
  });
}
