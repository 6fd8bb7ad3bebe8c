import type { Config } from "#config.ts";
import type { Context } from "#core/context.ts";
import { type BackupTarget, openBackupTarget } from "./backup-target.ts";
import type { BackupRequest } from "./backup-requests.ts";
import { requestedLocation } from "./command-options.ts";
import { type BackupReport, makeBackup } from "./make-backup.ts";
import { exportProject } from "./project/export-project.ts";

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

/** Makes the backup or export that the command line requests. Returns its report. */
export async function serveRequest(context: Needs, config: Config, { to, project }: BackupRequest): Promise<unknown> {
  const target = openBackupTarget(requestedLocation(config, to));
  if (project === null) return backupRunningServer(context, target);
  const { backgroundDb: db, blobs, clock, openForBackup, version } = context;
  return exportProject({ db, openForBackup, blobs, target, version, project, now: clock() });
}
