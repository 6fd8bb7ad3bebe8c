import { suiteNames } from "./history/catalogue.ts";
import type { DemoRun } from "./history/schedule.ts";

/** Returns the upload parameters of a run's CI job. */
export function runQuery(run: DemoRun) {
  return {
    suite: suiteNames[run.suite],
    environment: run.environment,
    branch: run.branch,
    commit: run.commit.hash,
    build: run.build,
    ciUrl: run.ciUrl,
    startedAt: new Date(run.startedAt).toISOString(),
  };
}
