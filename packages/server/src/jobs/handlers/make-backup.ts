import { runBackup } from "#backup/run-backup.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";

/** Enough for a target that a process locked before it died. */
const maxAttempts = 8;

/** Makes a backup in PLUMB_BACKUPS. A failed one is recorded, and repeated by the schedule. */
export const makeBackupJob = jobKind({
  name: "make-backup",
  title: "Back up the server",
  data: jobData["make-backup"],
  concurrency: 1,
  maxAttempts,
  isEnabled: ({ config }) => config.backups !== undefined,
  run: (context, { data, attempts, signal }) =>
    runBackup(context, { ...data, signal, mayRepeat: attempts < maxAttempts }),
});
