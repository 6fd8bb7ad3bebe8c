import { hourMs } from "@plumb/contract/durations.ts";
import { z } from "zod";
import { removeAbandonedFiles } from "#ingest/spool/temporary-files.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { announceStatusChanges } from "#runs/announce-status-changes.ts";
import { endAbandonedUploads } from "#store/uploads/uploads.ts";
import { withdrawAbandoned } from "#runs/sources/withdraw-source.ts";

/**
 * Rolls back unfinished uploads of dead servers, often, because reports are incomplete and senders wait until then. Files are deleted later: a process
 * that was paused and lost its connections still reads them until it notices that its upload was rolled back.
 */
export const withdrawAbandonedUploads = jobKind({
  name: "withdraw-abandoned-uploads",
  title: "Roll back abandoned uploads",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 5000 },
  async run(context) {
    announceStatusChanges(context, await withdrawAbandoned(context.db, context.writer, context.clock()));
    for (const projectId of await endAbandonedUploads(context.db, context.writer, context.clock()))
      context.bus.publish({ about: "uploads", projectId });
    await removeAbandonedFiles(context, context.config.dataDir, hourMs);
  },
});
