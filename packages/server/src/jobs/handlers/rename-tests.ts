import { currentName } from "#ingest/record/current-name.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { renameTests } from "#store/tests/rename-tests.ts";
import { queueTestEvaluation } from "#tests/queue-test-evaluation.ts";

/** Runs after an upgrade that names tests differently. */
export const renameTestsJob = jobKind({
  name: "rename-tests",
  title: "Rename stored tests to match new reports",
  data: jobData["rename-tests"],
  concurrency: 1,
  maxAttempts: 8,
  async run(context, { projectId, signal }) {
    if (projectId === null) return;
    for (let after: number | null = 0; after !== null;) {
      signal.throwIfAborted();
      const from: number = after;
      after = await context.backgroundDb
        .transaction()
        .execute((transaction) =>
          renameTests(transaction, projectId, { after: from, now: context.clock(), nameOf: currentName }),
        );
    }
    await queueTestEvaluation(context, projectId);
    context.bus.publish({ about: "trends", projectId });
  },
});
