import type { Lane, Timeline } from "@plumb/analysis/timeline/run-timeline.ts";
import { timelineMarks } from "@plumb/analysis/timeline/timeline-marks.ts";
import { maxLanes, maxMarks, readTimeline } from "@plumb/contract/runs/timeline.ts";
import type { Api } from "#http/api.ts";
import { memoizeByRef } from "#store/memoize-by-ref.ts";
import { createTimelines } from "#read-models/results/timelines.ts";
import { resultNames, uploadFiles } from "#store/runs/timeline.ts";

const visibleWorkers = 50;

export function timelineRoutes(api: Api<"db">): void {
  const timelines = createTimelines();

  api.read(readTimeline, async ({ context: { db }, projectId, params: { reportId }, query }) => {
    const timeline = await timelines[query.align].read(db, projectId, reportId);
    const { beginMs, lanes, ...rest } = timeline;
    const visible = lanes.slice(0, maxLanes);
    const from = Math.min(query.from ?? 0, timeline.duration);
    const to = Math.max(from, query.to ?? timeline.duration);
    const isFull = from === 0 && to === timeline.duration;
    const { marks, slot } = isFull ? marksOf(timeline) : timelineMarks(visible, { from, to, max: maxMarks });
    const ids = new Set([
      ...marks.map(({ resultId }) => resultId),
      ...visible.flatMap(({ slowest }) => (slowest === null ? [] : [slowest.resultId])),
    ]);
    const names = await resultNames(db, projectId, [...ids]);
    const files = await uploadFiles(db, projectId, reportId);
    const nameOf = (resultId: number) => names.get(resultId) ?? "";
    return {
      data: {
        ...rest,
        startTime: beginMs === null ? null : new Date(beginMs).toISOString(),
        from,
        to,
        slot,
        lanes: visible.map((lane) => ({
          ...presentLane(lane, nameOf),
          file: files.get(lane.uploadId)?.file ?? "",
          shard: files.get(lane.uploadId)?.shard ?? null,
        })),
        hiddenLanes: lanes.length - visible.length,
        marks: marks.map((mark) => ({ ...mark, name: nameOf(mark.resultId) })),
      },
    };
  });
}

/** Marks of the whole timeline, which every visit requests first. */
const marksOf = memoizeByRef(({ lanes, duration }: Timeline) =>
  timelineMarks(lanes.slice(0, maxLanes), { from: 0, to: duration, max: maxMarks }),
);

function presentLane({ slowest, workers, executions, ...lane }: Lane, nameOf: (resultId: number) => string) {
  return {
    ...lane,
    workers: workers.slice(0, visibleWorkers),
    executions: executions.length,
    slowest:
      slowest === null || slowest.durationMs === null
        ? null
        : {
            resultId: slowest.resultId,
            attempt: slowest.attempt,
            duration: slowest.durationMs,
            name: nameOf(slowest.resultId),
          },
  };
}
