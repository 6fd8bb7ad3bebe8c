import { maxLiveFailures, maxRunningTests, readLiveRun } from "@plumb/contract/runs/live-run.ts";
import type { Api } from "#http/api.ts";
import { latestFailures, runningTests } from "#store/runs/live-run.ts";

export function liveRunRoutes(api: Api<"db">): void {
  api.read(readLiveRun, async ({ context: { db }, projectId, params: { reportId }, now }) => {
    const running = await runningTests(db, projectId, reportId, maxRunningTests);
    return {
      data: {
        now: now.toISOString(),
        running: running.tests.map(({ startedAt, ...test }) => ({
          ...test,
          // The reporter's clock may be ahead.
          startedAt: startedAt === null ? null : new Date(Math.min(startedAt.getTime(), now.getTime())).toISOString(),
        })),
        runningCount: running.count,
        failures: await latestFailures(db, projectId, reportId, maxLiveFailures),
      },
    };
  });
}
