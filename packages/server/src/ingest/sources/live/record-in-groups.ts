import { limits } from "@plumb/formats/limits.ts";
import type { Context } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { createTurns } from "#core/turns.ts";
import { createLiveGathering } from "#ingest/sources/live/live-gathering.ts";
import { type ArrivedBatch, type RecordedBatch, recordLiveBatches } from "#ingest/sources/live/record-batch.ts";
import { isUnavailable } from "#store/db.ts";

interface Waiting {
  readonly batch: ArrivedBatch;
  readonly settle: (recorded: Promise<RecordedBatch>) => void;
}

/** A client that disconnects sends the batch again and receives the acknowledgement. */
const never = new AbortController().signal;

/**
 * Records batches of live sources. While one group of a project is written, new batches form the next group, so many
 * reporters share few transactions, and a single one never waits.
 */
export function createLiveRecorder(given: Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log">) {
  const context = { ...given, gathering: createLiveGathering(given) };
  const queues = new Map<number, Waiting[]>();
  const turns = createTurns(limits.liveGroupsAtOnce);

  const attempt = async (projectId: number, group: readonly Waiting[]): Promise<void> => {
    const arrived = group.map(({ batch }) => batch);
    const recorded = recordLiveBatches(context, projectId, arrived);
    const error = await recorded.then(
      () => null,
      (thrown: unknown) => ({ thrown }),
    );
    if (error === null || group.length === 1 || isUnavailable(error.thrown)) {
      for (const [index, { settle }] of group.entries())
        settle(recorded.then((outcomes) => outcomes[index] as RecordedBatch));
      return;
    }
    // One of them is at fault; nothing was written. The others must not suffer for it.
    for (const one of group) await attempt(projectId, [one]);
  };

  const work = async (projectId: number, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) {
      await turns.take(never, () => attempt(projectId, takeGroup(queue)));
    }
    queues.delete(projectId);
  };

  return {
    /**
     * @returns The number of the last batch that is kept.
     * @throws Failure `conflict` for one that comes too early, or after the last word; `not_found` where there is no such source.
     */
    async record(projectId: number, batch: ArrivedBatch): Promise<number> {
      const recorded = await new Promise<RecordedBatch>((settle) => {
        const queue = queues.get(projectId);
        const waiting = { batch, settle };
        if (queue !== undefined) return queue.push(waiting);
        const begun = [waiting];
        queues.set(projectId, begun);
        return void work(projectId, begun);
      });
      if (recorded instanceof Failure) throw recorded;
      return recorded;
    },
  };
}

/** Takes what is written at once out of a queue, in its order: one of each source, as few bytes as keep the transaction short. */
function takeGroup(queue: Waiting[]): Waiting[] {
  const group: Waiting[] = [];
  const later: Waiting[] = [];
  const sources = new Set<number>();
  let bytes = 0;
  for (const waiting of queue) {
    const { uploadId, body } = waiting.batch;
    const fits = group.length < limits.liveBatchesPerGroup && bytes + body.length <= limits.liveGroupBytes;
    if (sources.has(uploadId) || (group.length > 0 && !fits)) later.push(waiting);
    else {
      group.push(waiting);
      bytes += body.length;
    }
    sources.add(uploadId);
  }
  queue.splice(0, queue.length, ...later);
  return group;
}
