import { limits } from "@plumb/formats/limits.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { createSemaphore } from "#core/semaphore.ts";
import { createLiveCollection } from "./live-collection.ts";
import { type ArrivedBatch, type RecordedBatch, recordLiveBatches } from "./record-batch.ts";
import { createBatcher } from "#store/batcher.ts";
import { isUnavailable } from "#store/db.ts";

/** Not aborted, because a client that disconnects sends the batch again and then gets the acknowledgement. */
const never = new AbortController().signal;

/**
 * Records batches of live sources. While one group of a project is written, new batches form the next group, so that many reporters share few
 * transactions and a single reporter never waits.
 */
export function createLiveRecorder(options: Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log">) {
  const context = { ...options, liveCollection: createLiveCollection(options) };
  const semaphore = createSemaphore(limits.liveGroupsAtOnce);

  const recordGroup = async (group: readonly Arrived[]): Promise<Promise<RecordedBatch>[]> => {
    const [{ projectId } = { projectId: 0 }] = group;
    const batches = group.map(({ batch }) => batch);
    const recorded = recordLiveBatches(context, projectId, batches);
    const error = await recorded.then(
      () => null,
      (thrown: unknown) => ({ thrown }),
    );
    if (error === null || group.length === 1 || isUnavailable(error.thrown))
      return group.map((_, index) => recorded.then((outcomes) => outcomes[index] as RecordedBatch));
    // Nothing was written. Each batch is retried alone, so that an invalid one does not affect the others.
    const alone: Promise<RecordedBatch>[] = [];
    for (const one of group) alone.push(...(await recordGroup([one])));
    return alone;
  };

  const record = createBatcher<Arrived, RecordedBatch>({
    work: recordGroup,
    pick: pickGroup,
    run: (batch) => semaphore.take(never, batch),
  });

  return {
    /**
     * @returns The number of the last stored batch.
     * @throws ApiError `conflict` if the batch is too early or the source is completed, `not_found` if the source does not exist.
     */
    async record(projectId: number, batch: ArrivedBatch): Promise<number> {
      const recorded = await record({ projectId, batch }, projectId);
      if (recorded instanceof ApiError) throw recorded;
      return recorded;
    },
  };
}

interface Arrived {
  readonly projectId: number;
  readonly batch: ArrivedBatch;
}

/** Returns the indices of the batches to write together: one per source, with few enough bytes for a short transaction. */
function pickGroup(waiting: readonly Arrived[]): number[] {
  const group: number[] = [];
  const sources = new Set<number>();
  let bytes = 0;
  for (const [index, { batch }] of waiting.entries()) {
    const { sourceId, body } = batch;
    const fits = group.length < limits.liveBatchesPerGroup && bytes + body.length <= limits.liveGroupBytes;
    if (!sources.has(sourceId) && (group.length === 0 || fits)) {
      group.push(index);
      bytes += body.length;
    }
    sources.add(sourceId);
  }
  return group;
}
