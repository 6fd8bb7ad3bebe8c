import { dayMs, minuteMs } from "@plumb/contract/durations.ts";
import { openConnection } from "#connectors/bindings/open-connection.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import type { Context } from "#core/context.ts";
import { SealError } from "#core/secret-box.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { withDeadline } from "#outgoing/with-deadline.ts";
import type { Db } from "#store/db.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { type BindingRow, bindingById } from "#store/integrations/bindings.ts";
import { markRemoved, storeTracked } from "#store/tickets/tickets.ts";
import {
  bindingsToRead,
  countFailedRead,
  readAgainAfter,
  recordReading,
  ticketsToRead,
  type TicketToRead,
} from "#store/tickets/tickets-to-read.ts";

/** Interval in which open tickets, and those that were closed recently, are read. */
const everyMs = 5 * 60_000;
const recentMs = 30 * dayMs;
/** Longest pause after failed attempts. */
const longestPauseMs = 60 * minuteMs;
/** Time for the tickets of a binding. */
const maxReadMs = 20_000;
/** Trackers return at most this number per request. */
const batch = 100;
/** Tickets of a binding that are read per job. */
const perRound = 500;

type Reading = Pick<Context, "bus" | "clock" | "db" | "log" | "outgoing" | "secretBox">;

/** Queues a job for each binding whose tickets were not read for some minutes, so that a slow tracker does not delay the others. */
export async function queueReadings({ db, clock, bus }: Pick<Context, "bus" | "clock" | "db">): Promise<void> {
  const now = clock();
  for (const { projectId, id: bindingId } of await bindingsToRead(db, now))
    await enqueue(db, readingJob({ projectId, bindingId }, now));
  bus.publish({ about: "jobs" });
}

/** Returns the job that reads a binding's tickets. */
export function readingJob({ projectId, bindingId }: { projectId: number; bindingId: number }, now: Date) {
  const target = String(bindingId);
  return { kind: "read-connection-tickets", projectId, target, key: target, data: { bindingId }, now } as const;
}

/** Reads the state of a binding's tickets if it is due. After failures, pauses for up to an hour. */
export async function readTickets(
  context: Reading,
  { projectId, bindingId }: { projectId: number; bindingId: number },
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = context;
  const [due] = await bindingsToRead(db, clock(), { projectId, bindingId });
  const binding = due === undefined ? null : await bindingById(db, projectId, bindingId);
  if (binding === null) return;
  const failures = await countFailedRead(db, projectId, bindingId);
  const readAgain = async (pauseMs: number, failed: boolean) => {
    // Random, so that bindings are not all read at the same time.
    const at = new Date(clock().getTime() + pauseMs * (0.9 + 0.1 * Math.random()));
    await readAgainAfter(db, { projectId, bindingId, at, failed });
  };
  await readAgain(pauseOf(failures), true);
  const error = await tryToRead(context, binding, signal);
  await recordReading(db, { projectId, bindingId, problem: error?.message ?? null, now: clock() });
  await readAgain(error === null ? everyMs : pauseOf(failures, error), error !== null);
}

function pauseOf(failures: number, error?: Error): number {
  const requested = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
  return Math.min(Math.max(minuteMs * 2 ** Math.min(failures - 1, 6), requested), longestPauseMs);
}

/** Returns the error if the tracker cannot be read now. */
async function tryToRead(context: Reading, binding: BindingRow, signal: AbortSignal): Promise<Error | null> {
  const { projectId, id: bindingId } = binding;
  try {
    await readTicketsOf(context, binding, signal);
    return null;
  } catch (error) {
    if (!(error instanceof OutgoingError) && !(error instanceof SealError)) throw error;
    context.log.warn({ err: error, projectId, bindingId }, "tickets could not be read");
    return error;
  }
}

async function readTicketsOf(context: Reading, binding: BindingRow, signal: AbortSignal): Promise<void> {
  const { projectId, id: bindingId } = binding;
  const { tracker } = connectors[binding.connectorType];
  if (tracker === undefined) return;
  const now = context.clock();
  const before = new Date(now.getTime() - everyMs / 2);
  const closedSince = new Date(now.getTime() - recentMs);
  const connection = await openConnection({ ...context, outgoing: withDeadline(context.outgoing, maxReadMs) }, binding);
  for (let read = 0; read < perRound && !signal.aborted; read += batch) {
    const due = await ticketsToRead(context.db, { projectId, bindingId }, { before, closedSince, now, limit: batch });
    if (due.length === 0) return;
    const found = await tracker.readMany(
      connection,
      due.map(({ trackerId }) => trackerId),
    );
    await context.db.transaction().execute((transaction) => store(transaction, projectId, { due, found, now }));
    context.bus.publish({ about: "annotations", projectId });
  }
}

async function store(
  transaction: Db,
  projectId: number,
  {
    due,
    found,
    now,
  }: { due: readonly TicketToRead[]; found: ReadonlyMap<string, Parameters<typeof storeTracked>[2]>; now: Date },
): Promise<void> {
  const removed: number[] = [];
  for (const { id, trackerId } of due) {
    const tracked = found.get(trackerId);
    if (tracked === undefined) removed.push(id);
    else await storeTracked(transaction, { projectId, id }, tracked, now);
  }
  if (removed.length > 0) await markRemoved(transaction, projectId, removed, now);
}
