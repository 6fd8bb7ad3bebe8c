import { maxLiveFailures, maxRunningTests, readLiveRun, readRunPace } from "@plumb/contract/runs/live-run.ts";
import { artifactLinks } from "#api/artifacts/artifact-links.ts";
import type { Api } from "#http/api.ts";
import { firstFailures, runningTests } from "#store/runs/live-run.ts";
import { runPace } from "#store/runs/run-estimate.ts";

export function liveRunRoutes(api: Api<"artifactPort" | "clock" | "config" | "db" | "signer">): void {
  api.read(readLiveRun, async ({ context, projectId, params: { reportId }, request, now }) => {
    const { db } = context;
    const running = await runningTests(db, projectId, reportId, maxRunningTests);
    const failures = await firstFailures(db, projectId, reportId, maxLiveFailures);
    const linksOf = artifactLinks(context, request, projectId);
    return {
      data: {
        now: now.toISOString(),
        running: running.tests.map(({ startedAt, ...test }) => ({
          ...test,
          // The reporter's clock may be ahead.
          startedAt: startedAt === null ? null : new Date(Math.min(startedAt.getTime(), now.getTime())).toISOString(),
        })),
        runningCount: running.count,
        failures: failures.map(({ picture, ...failure }) => ({
          ...failure,
          picture: picture === null ? null : linksOf(picture).url,
        })),
      },
    };
  });

  api.read(readRunPace, async ({ context: { db }, projectId, params: { reportId } }) => ({
    data: await runPace(db, projectId, reportId),
  }));
}
