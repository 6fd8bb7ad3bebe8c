import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { announceStatusChanges } from "#runs/announce-status-changes.ts";
import { endAbandonedUploads } from "#store/uploads/uploads.ts";
import { withdrawAbandoned } from "#runs/sources/withdraw-source.ts";

/** Rolls back unfinished uploads of dead servers. */
export const withdrawAbandonedUploads = jobKind({
  name: "withdraw-abandoned-uploads",
  title: "Roll back abandoned uploads",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 60_000 },
  async run(context) {
    announceStatusChanges(context, await withdrawAbandoned(context.db, context.writer, context.clock()));
    for (const projectId of await endAbandonedUploads(context.db, context.writer, context.clock()))
      context.bus.publish({ about: "uploads", projectId });
  },
});
