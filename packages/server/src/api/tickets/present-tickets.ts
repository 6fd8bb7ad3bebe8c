import { quietRunsToVerify, type Ticket } from "@plumb/contract/integrations/tickets.ts";
import type { Db } from "#store/db.ts";
import type { TicketRow } from "#store/tickets/tickets.ts";
import { quietRuns } from "#store/tickets/tickets-to-read.ts";

export async function presentTickets(db: Db, rows: readonly TicketRow[]): Promise<Ticket[]> {
  return Promise.all(rows.map((row) => present(db, row)));
}

async function present(db: Db, row: TicketRow): Promise<Ticket> {
  const { projectId, groupId, closedAt } = row;
  const isQuiet = row.state === "closed" && !row.withoutFix && groupId !== null && closedAt !== null;
  return {
    id: row.id,
    connector: row.connectorType,
    groupId,
    annotationId: row.annotationId,
    title: row.title,
    key: row.key,
    url: row.url,
    state: row.state === "creating" && row.deliveryFailed ? "failed" : row.state,
    stateName: row.stateName,
    assignee: row.assignee,
    problem: problemOf(row),
    createdAt: row.createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    quietRuns: isQuiet
      ? await quietRuns(db, { projectId, groupId }, { since: closedAt, max: quietRunsToVerify })
      : null,
    returned: row.returnedRunId !== null,
  };
}

function problemOf({ state, deliveryError, isConnected }: TicketRow): string | null {
  if (state === "creating") return deliveryError;
  return isConnected ? deliveryError : "The connection to the tracker was deleted, so the state is no longer read.";
}
