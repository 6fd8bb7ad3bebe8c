import type { RunTimeline, TimelineLane, TimelineMark } from "@plumb/contract/runs/timeline.ts";
import { cut, formatCount, formatSeconds } from "#lib/format/format.ts";
import { onceEnded, type Outcome, outcomeStyles, testOutcome } from "#ui/outcome/outcome.ts";

const namedWorkers = 3;

/** Fields of a lane that its name depends on. */
export type NamedLane = Pick<TimelineLane, "file" | "shard" | "uploadId" | "workers">;

/**
 * Returns the name of a lane, such as `Shard 2 · Worker 0` or `results.json · Workers 1, 5`. Includes the upload if there are
 * several.
 */
export function laneName(lanes: readonly NamedLane[], index: number): string {
  const lane = lanes[index];
  if (lane === undefined) return "";
  const several = lanes.some(({ uploadId }) => uploadId !== lane.uploadId);
  const upload = !several ? "" : lane.shard === null ? cut(lane.file, 40) : `Shard ${lane.shard}`;
  // A repeated job has the same shard number.
  const repeated =
    several &&
    lane.shard !== null &&
    lanes.some(({ uploadId, shard }) => shard === lane.shard && uploadId !== lane.uploadId);
  return [repeated ? `${upload} (${cut(lane.file, 30)})` : upload, workerName(lanes, lane, index)]
    .filter((part) => part !== "")
    .join(" · ");
}

function workerName(lanes: readonly NamedLane[], { uploadId, workers }: NamedLane, index: number): string {
  if (workers.length === 0) {
    const first = lanes.findIndex((lane) => lane.uploadId === uploadId);
    return `Line ${index - first + 1}`;
  }
  const named = workers.slice(0, namedWorkers).join(", ");
  const more = workers.length - namedWorkers;
  return `${workers.length === 1 ? "Worker" : "Workers"} ${named}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Returns the outcome of a mark. No test is running in a finished run. */
export function markOutcome({ status }: TimelineMark, runEnded: boolean): Outcome {
  const outcome = testOutcome(status, false);
  return runEnded ? onceEnded(outcome) : outcome;
}

/** Returns the text of a mark: name, seconds and status, or the number of tests. */
export function markText(mark: TimelineMark, runEnded: boolean): { readonly name: string; readonly facts: string } {
  const { word } = outcomeStyles[markOutcome(mark, runEnded)];
  const time = mark.duration === null ? "duration unknown" : formatSeconds(mark.duration);
  const attempt = mark.attempt > 0 ? ` · attempt ${mark.attempt + 1}` : "";
  return mark.count === 1
    ? { name: mark.name, facts: `${time} · ${word}${attempt}` }
    : {
        name: mark.name,
        facts: `and ${formatCount(mark.count - 1)} more within ${time} · ${mark.failed === 0 ? word : `${formatCount(mark.failed)} failed`}`,
      };
}

/** Returns the lane that ends last and so determines when the run ends; `null` if there is only one. */
export function lastLane({ lanes }: Pick<RunTimeline, "lanes">): number | null {
  if (lanes.length < 2) return null;
  return lanes.reduce((last, lane, index) => (lane.end > (lanes[last]?.end ?? 0) ? index : last), 0);
}

/** Returns the shard with the longest time between its first start and its last end; `null` if there are no shards. */
export function slowestShard({ lanes }: Pick<RunTimeline, "lanes">): number | null {
  const shards = Map.groupBy(
    lanes.filter(({ shard }) => shard !== null),
    ({ shard }) => shard,
  );
  if (shards.size < 2) return null;
  const lengths = [...shards].map(([shard, its]) => ({
    shard,
    length: Math.max(...its.map(({ end }) => end)) - Math.min(...its.map(({ start }) => start)),
  }));
  return lengths.toSorted((a, b) => b.length - a.length)[0]?.shard ?? null;
}
