import { z } from "zod";
import { remindOfDueDates } from "#items/remind.ts";
import { jobKind } from "#jobs/job-kind.ts";

/** Reminds users of items' due dates. A stop only delays reminders. */
export const remindDueItems = jobKind({
  name: "remind-due-items",
  title: "Send due date reminders",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 900_000 },
  run: (context, { signal }) => remindOfDueDates(context, () => signal.aborted),
});
