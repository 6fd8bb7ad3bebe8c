import type { Context } from "#core/context.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { keepLatest } from "#store/keep-latest.ts";

/** Delay after a failure, and minimum time until failures of the same run or project are collected again. */
const waits = { firstMs: 300, ofRunMs: 2000, ofProjectMs: 300 };
/** Maximum number of runs and projects in memory. */
const max = 5000;

export interface LiveCollection {
  /** Records a failed test of a running run. Returns immediately. */
  note(projectId: number, runId: number): void;
}

/**
 * Groups the failures of running runs, so that users see their class early. A run waits up to a few seconds between updates. This is optional,
 * because all failures are grouped when a run ends.
 */
export function createLiveCollection({ clock, db, log }: Pick<Context, "clock" | "db" | "log">): LiveCollection {
  const ofRuns = new Map<number, number>();
  const ofProjects = new Map<number, number>();
  return {
    note(projectId, runId) {
      const now = clock();
      const before = ofRuns.get(runId) ?? 0;
      if (before > now.getTime()) return;
      const due = Math.max(
        now.getTime() + waits.firstMs,
        before + waits.ofRunMs,
        (ofProjects.get(projectId) ?? 0) + waits.ofProjectMs,
      );
      keepLatest(ofRuns, runId, due, max);
      keepLatest(ofProjects, projectId, due, max);
      const target = `project ${projectId}`;
      const key = String(runId);
      enqueue(db, {
        kind: "gather-failures",
        projectId,
        target,
        key,
        data: { runId },
        now,
        dueAt: new Date(due),
        expendable: true,
      }).catch((error: unknown) =>
        log.warn({ err: error, runId }, "the failures of a running run are collected later"),
      );
    },
  };
}
