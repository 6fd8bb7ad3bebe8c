import { dayMs } from "@plumb/contract/durations.ts";
import { uploadListLimits } from "@plumb/contract/runs/upload-labels.ts";
import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { deleteExpiredSessions } from "#store/people/accounts.ts";
import { deleteOldUploads } from "#store/uploads/old-uploads.ts";
import { deleteOldCommits } from "#store/commits/old-commits.ts";
import type { Db } from "#store/db.ts";
import { deleteOldResponses } from "#store/failures/analysis/llm-replies.ts";
import { deleteOldProjectUsage, usageDay } from "#store/failures/analysis/llm-usage.ts";
import { deleteOldFailures } from "#store/jobs/queue.ts";
import { deleteOldNotifications } from "#store/people/notifications.ts";
import { deleteOldPasswordResets } from "#store/people/password-resets.ts";
import { deleteOldDeliveries } from "#store/outbox/log.ts";
import { forgetOldThreads } from "#store/outbox/objects.ts";

const notifications = { days: 90, max: 1000 };
const deliveries = { days: 30, max: 10_000 };
const threadsDays = 180;
const failedJobsDays = 30;
const responsesDays = 180;
/** Maximum number of stored rejected uploads per project. */
const maxRefused = 2000;

/** Maximum number of stored commits per project. Commits sent only by pull requests have a separate limit, so that they cannot displace others. */
const commits = { days: 400, max: 50_000, pullRequestDays: 60, maxFromPullRequests: 5000 } as const;

/** Deletes expired data: sessions, notifications, deliveries, upload records, commits, reset links, failed jobs, and model responses. */
export const deleteOldRows = jobKind({
  name: "delete-old-rows",
  title: "Delete expired records",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 3_600_000 },
  pauseAfterClockStepMs: 3_600_000,
  async run({ db, clock }) {
    const now = clock();
    const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
    const steps: ((database: Db) => Promise<unknown>)[] = [
      (database) => deleteExpiredSessions(database, now),
      (database) => deleteOldNotifications(database, { before: daysAgo(notifications.days), max: notifications.max }),
      (database) => deleteOldDeliveries(database, { before: daysAgo(deliveries.days), max: deliveries.max }),
      (database) => forgetOldThreads(database, daysAgo(threadsDays)),
      (database) => deleteOldPasswordResets(database, now),
      (database) => deleteOldFailures(database, daysAgo(failedJobsDays)),
      (database) =>
        deleteOldUploads(database, { before: daysAgo(uploadListLimits.days), max: uploadListLimits.max, maxRefused }),
      (database) =>
        deleteOldCommits(database, {
          before: daysAgo(commits.days),
          max: commits.max,
          pullRequestsBefore: daysAgo(commits.pullRequestDays),
          maxFromPullRequests: commits.maxFromPullRequests,
        }),
      (database) => deleteOldResponses(database, daysAgo(responsesDays)),
      (database) => deleteOldProjectUsage(database, usageDay(daysAgo(1))),
    ];
    const ended = [];
    for (const step of steps) ended.push(...(await Promise.allSettled([step(db)])));
    const failed = ended.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  },
});
