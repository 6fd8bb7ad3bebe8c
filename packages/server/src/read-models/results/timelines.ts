import { type Align, runTimeline, type Timeline } from "@plumb/analysis/timeline/run-timeline.ts";
import { ReadModel } from "#read-models/read-model.ts";
import { currentRunRevision } from "#store/sql/revisions.ts";
import { executionsOfRun } from "#store/runs/timeline.ts";

/** Maximum number of executions in memory, over all runs. */
const maxExecutions = 200_000;

type Timelines = ReadModel<[projectId: number, runId: number], Timeline>;

/** Caches run timelines in memory, because each zoom step requests one. */
export function createTimelines(): Record<Align, Timelines> {
  return { clock: aligned("clock"), upload: aligned("upload") };
}

function aligned(align: Align): Timelines {
  return new ReadModel({
    maxWeight: maxExecutions / 2,
    weigh: ({ placed }) => placed,
    revision: currentRunRevision,
    load: async (db, [projectId, runId]) => {
      const { revision, value } = await executionsOfRun(db, projectId, runId);
      return { revision, value: runTimeline(value, align) };
    },
  });
}
