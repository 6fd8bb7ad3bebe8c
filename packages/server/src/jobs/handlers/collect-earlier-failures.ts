import { z } from "zod";
import type { Context } from "#core/context.ts";
import { collectFailures } from "#failures/collect-failures.ts";
import { announceReopened } from "#items/reopen-returned.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { evaluationDelayMs, queueTestEvaluation } from "#tests/queue-test-evaluation.ts";
import { uncollectedProjects, uncollectedRuns } from "#store/failures/collection.ts";

const runsAtOnce = 50;

/**
 * Groups the failures of reports that were stored before grouping existed, or with an earlier version of the signatures. Progress is stored per
 * report, so the job can stop at any time.
 */
export const collectEarlierFailures = jobKind({
  name: "gather-earlier-failures",
  title: "Group the failures of earlier reports",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 60_000 },
  async run(context, { signal }) {
    for (const projectId of await uncollectedProjects(context.backgroundDb))
      await collectEarlier(context, projectId, signal);
  },
});

/** A report that cannot be read does not stop the others; it is tried again next time. */
async function collectEarlier(context: Context, projectId: number, signal: AbortSignal): Promise<void> {
  let before: number | null = null;
  for (;;) {
    const runs: number[] = await uncollectedRuns(context.backgroundDb, projectId, { before, limit: runsAtOnce });
    for (const runId of runs) {
      signal.throwIfAborted();
      try {
        announceReopened(context, projectId, await collectFailures(context, { projectId, runId }, signal));
      } catch (error) {
        if (signal.aborted) throw error;
        context.log.warn({ err: error, projectId, runId }, "the failures of a report could not be collected yet");
      }
      before = runId;
    }
    if (runs.length === 0) return;
    context.bus.publish({ about: "failures", projectId });
    await queueTestEvaluation(context, projectId, evaluationDelayMs.ended);
  }
}
