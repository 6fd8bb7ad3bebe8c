import { formatBytes, formatCount } from "@plumb/contract/figures.ts";
import { prepareDataFolder } from "#core/data-folder.ts";
import { openBlobs } from "#files/blobs/open-blobs.ts";
import { openDatabase } from "#store/db.ts";
import { migrate } from "#store/migrate.ts";
import { openBackupTarget } from "./backup-target.ts";
import { backupLocation, readOptions, readSettings, secretKeyId } from "./command-options.ts";
import { findBackup, restoreBackup } from "./restore-backup.ts";

const usage = "Usage: plumb-server restore [--from <folder or s3://bucket/prefix>] [--backup <name>]";

/** Restores a backup into an empty database and an empty folder or bucket for files. */
export async function restoreCommand(args: readonly string[]): Promise<number> {
  const { from, backup: name } = readOptions(args, ["from", "backup"], usage);
  const config = readSettings();
  const target = openBackupTarget(backupLocation(config, from, "--from", usage));
  const backup = await findBackup(target, name ?? null);
  for (const folder of backup.incomplete)
    process.stderr.write(
      `Skipped ${folder}: it is incomplete, because it was interrupted or is still being written.\n`,
    );
  const { manifest } = backup;
  process.stdout.write(`Restoring ${backup.name} of Plumb ${manifest.plumb}, ${manifest.engine} …\n`);
  for (const warning of prepareDataFolder(config.dataDir)) process.stderr.write(`${warning}\n`);
  await using database = await openDatabase({ url: config.databaseUrl, folder: config.dataDir, connections: 3 });
  const restored = await restoreBackup({
    target,
    backup,
    db: database.db,
    description: `The database (${database.description})`,
    blobs: openBlobs(config.blobs),
  });
  await migrate(database.db);
  process.stdout.write(
    [
      "The restore is complete.",
      `  Tables  ${formatCount(restored.tables)} with ${formatCount(restored.rows)} rows`,
      `  Files   ${formatCount(restored.blobs)} (${formatBytes(restored.blobBytes)})`,
      ...(manifest.blobs.lost.length === 0
        ? []
        : [
            `  Lost    ${formatCount(manifest.blobs.lost.length)} files that were missing or damaged before the backup`,
          ]),
      `  Next    ${nextStep(manifest.secretKeyId, secretKeyId(config))}`,
      "",
    ].join("\n"),
  );
  return 0;
}

function nextStep(backedUp: string | null, here: string | null): string {
  if (backedUp === here && here !== null) return "Start the server";
  if (backedUp !== null && here !== null)
    return "The secret differs from that of the backup: set PLUMB_SECRET to that of the old server, or enter the credentials of connectors and webhooks again";
  return "Before you start the server, set PLUMB_SECRET to that of the old server, or copy its file secret to the data folder. Otherwise, enter the credentials of connectors and webhooks again";
}
