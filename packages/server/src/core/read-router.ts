import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { FailureIndex } from "#read-models/failures/failure-index.ts";
import type { ItemSearch } from "#read-models/items/item-search.ts";
import type { ResultIndex } from "#read-models/results/result-index.ts";
import type { RunStats } from "#read-models/runs/run-stats.ts";
import type { TestSearch } from "#read-models/tests/test-search.ts";
import { createBatcher } from "#store/batcher.ts";
import { type Db, isUnavailable } from "#store/db.ts";
import { isConflict } from "#store/in-transaction.ts";
import { memoizeByRef } from "#store/memoize-by-ref.ts";
import { currentPosition, lastWrite, storeWrite } from "#store/replica/positions.ts";
import {
  type Position,
  primaryPosition,
  type ReadReplica,
  ReplicaBehind,
  type ReplicaConnection,
} from "#store/replica/read-replica.ts";
import { ApiError } from "./api-error.ts";
import type { Bus } from "./bus.ts";
import { monitorReplica, type ReplicaStatus } from "./replica-monitor.ts";

/** The database of a read, and the read models over it. */
export interface Reads {
  readonly db: Db;
  readonly resultIndex: ResultIndex;
  readonly failureIndex: FailureIndex;
  readonly testSearch: TestSearch;
  readonly itemSearch: ItemSearch;
  readonly runStats: RunStats;
}

/** Changes that a read must include: those of its caller and those that messages of its project were about, or all that are committed. */
type ReadNeeds = { readonly caller: string | null; readonly projectId: number } | "everything";

/** Where a read ran. The last four ran on the primary: why the replica was not used. */
export const readTargets = ["replica", "away", "behind", "conflict", "error"] as const;
type ReadTarget = (typeof readTargets)[number];

export interface ReadRouter extends AsyncDisposable {
  /** Runs `work` on the read replica if it has what is needed, and otherwise, or after an error, on the primary. `work` must change nothing. */
  read<Value>(needs: ReadNeeds, work: (reads: Reads) => Promise<Value>): Promise<Value>;
  /** Remembers that the caller has changed something. Call it before the response is sent. */
  wrote(caller: string): Promise<void>;
  /** `null` without a replica. */
  status(): (ReplicaStatus & { readonly reads: Readonly<Record<ReadTarget, number>> }) | null;
}

interface Input {
  readonly readsOf: (db: Db) => Reads;
  readonly primary: Db;
  readonly replica: ReadReplica | null;
  readonly maxLagMs: number;
  readonly bus: Bus;
  readonly log: Logger;
}

/** How long an export waits for a replica that is a little behind. */
const waitMs = 2000;
const pollMs = 50;

export function createReadRouter({ readsOf, primary, replica, maxLagMs, bus, log }: Input): ReadRouter {
  const primaryReads = readsOf(primary);
  if (replica === null)
    return {
      read: (_needs, work) => work(primaryReads),
      wrote: () => Promise.resolve(),
      status: () => null,
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  const readsOn = memoizeByRef(readsOf);
  const counts = Object.fromEntries(readTargets.map((target) => [target, 0])) as Record<ReadTarget, number>;
  const monitor = monitorReplica({ primary, replica, maxLagMs, log });
  const messages = followMessages({ primary, bus, maxLagMs });
  const connect = createConnect({ primary, replica, neededBy: messages.neededBy });
  const remember = createBatcher<string, void>({
    async work(callers) {
      await storeWrite(primary, callers[0] as string);
      return callers.map(() => undefined);
    },
  });
  const logged = new Set<ReadTarget>();
  /** Each kind is logged once; the metrics count them. */
  const logOnce = (target: ReadTarget, error: unknown) => {
    if ((target !== "conflict" && target !== "error") || logged.has(target)) return;
    logged.add(target);
    log.warn({ err: error }, failed[target]);
  };
  return {
    async read(needs, work) {
      const { state } = monitor.status();
      if (state !== "used") {
        counts[state] += 1;
        return work(primaryReads);
      }
      let connection: ReplicaConnection | undefined;
      try {
        connection = await connect(needs);
        const value = await work(readsOn(connection.db));
        connection.release(false);
        counts.replica += 1;
        return value;
      } catch (error) {
        const target = targetAfter(error);
        connection?.release(target === "away");
        counts[target] += 1;
        if (target === "away") monitor.fault(error);
        const value = await work(primaryReads);
        // If it fails on the primary, too, the replica was not the reason.
        logOnce(target, error);
        return value;
      }
    },
    async wrote(caller) {
      await remember(caller, caller).catch((error: unknown) =>
        log.warn({ err: error }, "the read replica may show a user an earlier state than the user's last change"),
      );
    },
    status: () => ({ ...monitor.status(), reads: { ...counts } }),
    async [Symbol.asyncDispose]() {
      messages.stop();
      await monitor.stop();
    },
  };
}

const failed = {
  conflict:
    "The read replica cancelled a read, which ran again on the primary. If this happens often (plumb_reads_total), raise max_standby_streaming_delay.",
  error: "A read failed on the read replica and ran again on the primary.",
} as const;

/** An expected error, such as an object that does not exist, can be due to missing rows as well. */
function targetAfter(error: unknown): Exclude<ReadTarget, "replica"> {
  if (error instanceof ReplicaBehind || error instanceof ApiError) return "behind";
  if (isConflict(error)) return "conflict";
  return isUnavailable(error) ? "away" : "error";
}

interface Connecting {
  readonly primary: Db;
  readonly replica: ReadReplica;
  readonly neededBy: (projectId: number) => Promise<Position>;
}

/** Returns a function that connects to the replica. It rejects with `ReplicaBehind` if the connection does not have what is needed. */
function createConnect({ primary, replica, neededBy }: Connecting): (needs: ReadNeeds) => Promise<ReplicaConnection> {
  const connectAt = async (position: Position) => {
    const connection = await replica.connect();
    if (connection.position >= position) return connection;
    connection.release(false);
    return null;
  };
  return async (needs) => {
    const deadline = performance.now() + (needs === "everything" ? waitMs : 0);
    const position = await (needs === "everything" ? currentPosition(primary) : positionOf(needs));
    for (;;) {
      const connection = await connectAt(position);
      if (connection !== null) return connection;
      if (performance.now() >= deadline) throw new ReplicaBehind();
      await sleep(pollMs);
    }
  };

  async function positionOf({ caller, projectId }: Exclude<ReadNeeds, "everything">): Promise<Position> {
    const own = caller === null ? 0 : await lastWrite(primary, caller);
    return Math.max(own, await neededBy(projectId));
  }
}

/** Messages about all projects. */
const allProjects = 0;

/**
 * Follows the messages between parts of the server. They let pages read again, and what a page reads then must include what the message was about.
 */
function followMessages({ primary, bus, maxLagMs }: Pick<Input, "bus" | "maxLagMs" | "primary">) {
  const positions = new Map<number, { readonly at: number; position: Promise<Position> | Position }>();
  const sample = createBatcher<null, Position>({
    async work(items) {
      // Without the primary, the position is unknown, and so no replica is sure to have it.
      const position = await currentPosition(primary).catch(() => primaryPosition);
      return items.map(() => position);
    },
  });
  const stop = bus.subscribe((message) => {
    const projectId = message.about === "missed" ? allProjects : "projectId" in message ? message.projectId : null;
    if (projectId === null) return;
    const now = performance.now();
    // A replica that lags more is not used.
    for (const [oldest, { at }] of positions) {
      if (now - at <= maxLagMs) break;
      positions.delete(oldest);
    }
    positions.delete(projectId);
    positions.set(projectId, { at: now, position: sample(null) });
  });
  const positionOf = async (projectId: number) => (await positions.get(projectId)?.position) ?? 0;
  return {
    stop,
    neededBy: async (projectId: number) => Math.max(await positionOf(projectId), await positionOf(allProjects)),
  };
}
