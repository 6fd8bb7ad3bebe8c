import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Config, readBlobLocation } from "#config.ts";
import type { Context } from "#core/context.ts";
import type { Database } from "#store/db.ts";
import { openBackupTarget } from "./backup-target.ts";
import { separateFromFiles } from "./command-options.ts";
import { type BackupReport, makeBackup } from "./make-backup.ts";

/** Backs up the server of this process. */
export async function backupRunningServer(input: {
  readonly context: Pick<Context, "backgroundDb" | "blobs" | "clock" | "log" | "secretBox" | "version">;
  readonly config: Config;
  readonly database: Pick<Database, "openForBackup">;
  readonly to: string;
}): Promise<BackupReport> {
  const { context, config, database, to } = input;
  try {
    return await makeBackup({
      db: context.backgroundDb,
      openForBackup: () => database.openForBackup(join(config.dataDir, `backup-copy-${randomUUID()}`)),
      blobs: context.blobs,
      target: openBackupTarget(separateFromFiles(config, readBlobLocation(to, "--to", process.env), "--to")),
      version: context.version,
      secretKeyId: context.secretBox.keyId,
      now: context.clock(),
    });
  } catch (error) {
    context.log.error({ err: error, to }, "a backup failed");
    throw error;
  }
}
