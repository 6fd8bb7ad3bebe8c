import { type Align, runTimeline, type Timeline } from "@plumb/analysis/timeline/run-timeline.ts";
import { ReadModel } from "#read-models/read-model.ts";
import type { Db } from "#store/db.ts";
import { currentRunRevision } from "#store/sql/revisions.ts";
import { executionsOfRun } from "#store/runs/timeline.ts";

/** Maximum number of executions in memory, over all runs. */
const maxExecutions = 200_000;

/** Caches run timelines in memory, because each zoom step requests one. */
export function timelinesOf(db: Db): Record<Align, ReadModel<[projectId: number, runId: number], Timeline>> {
  const aligned = (align: Align) =>
    new ReadModel<[projectId: number, runId: number], Timeline>({
      maxWeight: maxExecutions / 2,
      weigh: ({ placed }) => placed,
      revision: (projectId, runId) => currentRunRevision(db, projectId, runId),
      load: async ([projectId, runId]) => {
        const { revision, value } = await executionsOfRun(db, projectId, runId);
        return { revision, value: runTimeline(value, align) };
      },
    });
  return { clock: aligned("clock"), upload: aligned("upload") };
}
