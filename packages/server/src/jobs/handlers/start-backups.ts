import { minuteMs } from "@plumb/contract/durations.ts";
import { z } from "zod";
import { startDueBackup } from "#backup/queue-backup.ts";
import { jobKind } from "#jobs/job-kind.ts";

/** Queues a backup when one is due. */
export const startBackupsJob = jobKind({
  name: "start-backups",
  title: "Start scheduled backups",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: minuteMs },
  isEnabled: ({ config }) => config.backups !== undefined,
  run: (context) => startDueBackup(context),
});
