import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Db } from "#store/db.ts";
import { flushedPosition, forgetOldWrites } from "#store/replica/positions.ts";
import type { Position, ReadReplica } from "#store/replica/read-replica.ts";

export interface ReplicaStatus {
  readonly description: string;
  readonly state: "away" | "behind" | "used";
  /** How long the primary has had the oldest change that the replica does not have; `null` while that is unknown. */
  readonly lagSeconds: number | null;
}

interface Input {
  readonly primary: Db;
  readonly replica: ReadReplica;
  readonly maxLagMs: number;
  readonly log: Logger;
}

const intervalMs = 500;
/** A replica that does not respond in this time is not used. */
const probeMs = 3000;
/** Positions of the primary to remember while the replica does not reach them. */
const maxSamples = 1000;
const cleanupMs = 10 * 60_000;

/**
 * Checks regularly whether the replica responds, and how far it is behind. The lag is not that of `pg_last_xact_replay_timestamp()`, which grows while
 * nothing is written, and is small while the replica has lost its connection to the primary.
 */
export function monitorReplica({ primary, replica, maxLagMs, log }: Input) {
  let status: ReplicaStatus = { description: replica.description, state: "away", lagSeconds: null };
  const stopped = new AbortController();
  let lastCleanup = performance.now();
  const lagAt = createLag();

  let reportedAsUsed = true;
  const change = (state: ReplicaStatus["state"], lagSeconds: number | null, reason?: unknown) => {
    status = { ...status, state, lagSeconds };
    if (stopped.signal.aborted || reportedAsUsed === (state === "used")) return;
    reportedAsUsed = !reportedAsUsed;
    report(log, status, reason);
  };

  const check = async () => {
    let position: Position;
    try {
      position = await flushedPosition(primary);
      if (performance.now() - lastCleanup > cleanupMs) {
        lastCleanup = performance.now();
        await forgetOldWrites(primary);
      }
    } catch {
      // Nothing works without the primary, and its errors are logged elsewhere.
      return;
    }
    try {
      const lagMs = lagAt(position, await within(probeMs, replayedBy(replica)));
      change(lagMs > maxLagMs ? "behind" : "used", lagMs / 1000);
    } catch (error) {
      replica.disconnect();
      change("away", null, error);
    }
  };
  const checks = (async () => {
    while (!stopped.signal.aborted) {
      await check();
      await sleep(intervalMs, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);
    }
  })();
  return {
    status: () => status,
    /** Reports an error of a read, so that the next reads do not wait for the next check. */
    fault: (error: unknown) => change("away", null, error),
    async stop() {
      stopped.abort();
      await checks;
    },
  };
}

function report(log: Logger, { description, state, lagSeconds }: ReplicaStatus, reason: unknown): void {
  if (state === "used") return log.warn(`The read replica (${description}) is used again.`);
  const why = state === "behind" ? `it is ${lagSeconds?.toFixed(0)} seconds behind` : "it cannot be reached";
  log.warn({ err: reason }, `The read replica (${description}) is not used: ${why}. All reads use the primary.`);
}

async function replayedBy(replica: ReadReplica): Promise<Position> {
  const connection = await replica.connect();
  connection.release(false);
  return connection.position;
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The read replica did not respond within ${ms / 1000} seconds.`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Returns a function that adds a position of the primary and returns the lag of the replica in milliseconds. */
function createLag(): (primary: Position, replayed: Position) => number {
  let samples: { readonly at: number; readonly position: Position }[] = [];
  return (primary, replayed) => {
    const now = performance.now();
    if (samples.length < maxSamples) samples.push({ at: now, position: primary });
    samples = samples.filter(({ position }) => position > replayed);
    const oldest = samples[0];
    return oldest === undefined ? 0 : now - oldest.at;
  };
}
