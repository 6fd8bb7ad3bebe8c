import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { notifyBroken } from "#senders/broken/notify-broken.ts";

/** Notifies project leads of connections that stopped working. */
export const notifyBrokenJob = jobKind({
  name: "notify-broken",
  title: "Report connections that stopped working",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 60_000 },
  run: (context, { signal }) => notifyBroken(context, signal),
});
