import type { Db } from "#store/db.ts";
import { learnReportedOwners } from "#store/tests/owners.ts";
import {
  beginCounting,
  commitAsync,
  type EndedRun,
  enterTotals,
  lockRunsToCount,
  nextRun,
  secondsSinceUpload,
} from "#store/trends/count-runs.ts";
import { enterOwners, enterTests } from "#store/trends/counted-results.ts";
import { type Batch, batchOf, countUntil, leaveBatch, lockFirst, nextTests } from "#store/trends/counting-run.ts";
import { holdRevision } from "#store/sql/revisions.ts";

/** Numbers of results to count in one statement. */
interface CountingSizes {
  /** Per transaction. */
  readonly transaction: number;
  /** Maximum for small runs, which are counted completely in one transaction. */
  readonly smallRuns: number;
  /** Per batch of large runs. No run of a batch is in the trends before most of its tests are counted. */
  readonly batch: number;
}

/** With short transactions, the embedded database can serve other clients in between. */
export const embeddedSizes: CountingSizes = { transaction: 1000, smallRuns: 2000, batch: 50_000 };
/** Larger, because each statement of a transaction waits for the server process, which is busy while it receives uploads. */
export const postgresSizes: CountingSizes = { ...embeddedSizes, transaction: 5000, batch: 200_000 };

/** Returns the project of the next run to count; `null` if there is none. */
export async function nextToCount(db: Db): Promise<number | null> {
  return (await nextRun(db))?.projectId ?? null;
}

interface CountingOptions {
  /** Whether to wait for runs that are locked by grouping or notifications. */
  readonly held: "passed over" | "waited for";
  /** End of the flaky rule's period. */
  readonly now: Date;
  readonly sizes: CountingSizes;
  /** Stops between two parts; the next call continues there. */
  readonly signal: AbortSignal;
}

type How = Omit<CountingOptions, "signal"> & { readonly limit: number };

export interface Counted {
  readonly runs: number;
  /** `null` if there was nothing to count. */
  readonly projectId: number | null;
  /** Seconds from the last upload of each run until it was counted. */
  readonly delays: readonly number[];
}

/**
 * Counts ended runs of a project in their days, as counted runs, and in the days of their tests. Processes up to `limit` small runs, or large runs
 * together in parts, so that other clients can use the database in between. The counts remain when a run is deleted.
 */
export async function countEndedRuns(
  db: Db,
  limit: number,
  { held = "passed over", now = new Date(), sizes = embeddedSizes, signal }: Partial<CountingOptions> = {},
): Promise<Counted> {
  for (;;) {
    const counted = await db
      .transaction()
      .execute((transaction) => countSome(transaction, { limit, held, now, sizes }));
    if (counted.runs > 0 || counted.projectId === null || signal?.aborted === true) return counted;
  }
}

/** Counts a part of the next runs. Returns the project and zero runs if the part did not finish a run. */
async function countSome(transaction: Db, how: How): Promise<Counted> {
  await commitAsync(transaction);
  const next = await nextRun(transaction);
  if (next === null) return { runs: 0, projectId: null, delays: [] };
  const started = await batchOf(transaction, next.projectId);
  // Does not lock all runs of the batch: a run that resumes locks the revision of the trends before it leaves the batch.
  if (started !== null && (next.total > how.sizes.smallRuns || isIn(started, next.id)))
    return await countPart(transaction, started, how);
  const rows = await lockRunsToCount(transaction, how.limit, how.held);
  const [first] = rows;
  if (first === undefined) return { runs: 0, projectId: null, delays: [] };
  const { projectId } = first;
  const waiting = rows.filter((run) => run.projectId === projectId);
  const batch = await batchOf(transaction, projectId);
  if (first.total > how.sizes.smallRuns || (batch !== null && isIn(batch, first.id))) {
    if (batch !== null) return await countPart(transaction, batch, how);
    // Runs of one suite have most of their tests in common.
    const ofSuite = waiting.filter(({ suite }) => suite === first.suite);
    await beginCounting(transaction, projectId, someOf(ofSuite, how.sizes.batch));
    return { runs: 0, projectId, delays: [] };
  }
  const runIds = someOf(
    waiting.filter(({ id }) => batch === null || !isIn(batch, id)),
    how.sizes.smallRuns,
  );
  const counting = { projectId, runIds };
  await enterTotals(transaction, counting);
  await learnReportedOwners(transaction, counting);
  await enterOwners(transaction, counting);
  await enterTests(transaction, counting, { enteredBy: null, batch: null, now: how.now });
  return { runs: runIds.length, projectId, delays: await secondsSinceUpload(transaction, counting) };
}

function isIn({ runs }: Batch, id: number): boolean {
  return runs.some(({ runId }) => runId === id);
}

/**
 * Counts the next tests of the first run of a batch with all their results in all runs of the batch. If no test is left, counts the run itself, which
 * no total includes before.
 */
async function countPart(transaction: Db, started: Batch, { held, now, sizes }: How): Promise<Counted> {
  const { projectId } = started;
  const runId = await lockFirst(transaction, started, held);
  if (runId === null) return { runs: 0, projectId: null, delays: [] };
  await holdRevision(transaction, "trend", projectId);
  // Runs may have left the batch before the lock.
  const batch = await batchOf(transaction, projectId);
  const run = batch?.runs.find((each) => each.runId === runId);
  if (batch === null || run === undefined) return { runs: 0, projectId, delays: [] };
  const runIds = batch.runs.map((each) => each.runId);
  const part = await nextTests(transaction, batch, run, Math.ceil(sizes.transaction / runIds.length));
  if (part !== null) {
    const counting = { projectId, runIds, tests: part.tests };
    if (part.tests.length > 0) {
      await learnReportedOwners(transaction, counting);
      await enterTests(transaction, counting, { enteredBy: runId, batch: batch.id, now });
    }
    await countUntil(transaction, batch, runId, part.until);
    return { runs: 0, projectId, delays: [] };
  }
  await enterTotals(transaction, { projectId, runIds: [runId] });
  await enterOwners(transaction, { projectId, runIds: [runId] });
  await leaveBatch(transaction, projectId, [runId]);
  return { runs: 1, projectId, delays: await secondsSinceUpload(transaction, { projectId, runIds: [runId] }) };
}

/** Returns the first runs with at most about this many results in total, at least one run. */
function someOf(runs: readonly EndedRun[], results: number): number[] {
  const chosen: number[] = [];
  let counted = 0;
  for (const { id, total } of runs) {
    if (chosen.length > 0 && counted + total > results) break;
    chosen.push(id);
    counted += total;
  }
  return chosen;
}
