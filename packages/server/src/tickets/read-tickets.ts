import { openConnection } from "#bindings/open-connection.ts";
import { connectors } from "#connectors/registry.ts";
import type { Context } from "#core/context.ts";
import { SealError } from "#core/secret-box.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import type { Db } from "#store/db.ts";
import { type BindingRow, bindingById } from "#store/integrations/bindings.ts";
import { markGone, storeTracked } from "#store/tickets/tickets.ts";
import { bindingsWithTickets, ticketsToRead, type TicketToRead } from "#store/tickets/tickets-to-read.ts";

/** Interval in which open tickets, and those that were closed recently, are read. */
const everyMs = 5 * 60_000;
const recentMs = 30 * 86_400_000;
const minuteMs = 60_000;
/** Trackers return at most this number at once. */
const batch = 100;
/** Tickets of a binding that are read per round, so that other bindings do not wait. */
const perRound = 500;

type Reading = Pick<Context, "bus" | "clock" | "db" | "log" | "outgoing" | "secretBox">;

/** Reads the state of tickets that were not read for some minutes. A tracker that fails is tried again in the next round. */
export async function readTickets(context: Reading, signal: AbortSignal): Promise<void> {
  const before = new Date(context.clock().getTime() - everyMs + minuteMs / 2);
  for (const { projectId, id } of await bindingsWithTickets(context.db, before)) {
    if (signal.aborted) return;
    const binding = await bindingById(context.db, projectId, id);
    if (binding !== null) await readTicketsOf(context, binding, before, signal);
  }
}

async function readTicketsOf(context: Reading, binding: BindingRow, before: Date, signal: AbortSignal): Promise<void> {
  const { projectId, id: bindingId } = binding;
  const { tracker } = connectors[binding.connectorType];
  if (tracker === undefined) return;
  const now = context.clock();
  const closedSince = new Date(now.getTime() - recentMs);
  try {
    const connection = await openConnection(context, binding);
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
  } catch (error) {
    if (!(error instanceof OutgoingError) && !(error instanceof SealError)) throw error;
    context.log.warn({ err: error, projectId, bindingId }, "tickets could not be read");
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
  const gone: number[] = [];
  for (const { id, trackerId } of due) {
    const tracked = found.get(trackerId);
    if (tracked === undefined) gone.push(id);
    else await storeTracked(transaction, { projectId, id }, tracked, now);
  }
  if (gone.length > 0) await markGone(transaction, projectId, gone, now);
}
