import type { Context } from "#core/context.ts";
import type { BackupTarget } from "./backup-target.ts";
import { type BackupReport, makeBackup } from "./make-backup.ts";

type Needs = Pick<Context, "backgroundDb" | "blobs" | "clock" | "log" | "openForBackup" | "secretBox" | "version">;

/** Backs up the server of this process. */
export async function backupRunningServer(
  { backgroundDb, blobs, clock, log, openForBackup, secretBox, version }: Needs,
  target: BackupTarget,
  signal?: AbortSignal,
): Promise<BackupReport> {
  try {
    return await makeBackup({
      db: backgroundDb,
      openForBackup,
      blobs,
      target,
      version,
      secretKeyId: secretBox.keyId,
      now: clock(),
      signal,
    });
  } catch (error) {
    log.error({ err: error, target: target.description }, "a backup failed");
    throw error;
  }
}
