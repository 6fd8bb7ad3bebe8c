import { queueForBinding } from "#connectors/bindings/queue-delivery.ts";
import type { Db } from "#store/db.ts";
import { bindingById } from "#store/integrations/bindings.ts";
import { returnedTickets } from "#store/tickets/tickets-to-read.ts";
import type { TicketOperation } from "./operations.ts";

interface Returned {
  readonly projectId: number;
  readonly run: { readonly id: number; readonly number: number };
  readonly publicUrl: string;
  readonly now: Date;
}

/** Reopens closed tickets whose failure returned in this run, or comments on them, depending on the binding's settings. */
export async function reopenTickets(transaction: Db, { projectId, run, publicUrl, now }: Returned): Promise<void> {
  for (const { id, bindingId, trackerId } of await returnedTickets(transaction, { projectId, runId: run.id })) {
    const binding = await bindingById(transaction, projectId, bindingId);
    const policy = binding?.settings["onReturn"] ?? "reopen";
    if (binding === null || policy === "nothing") continue;
    const report = { text: `report #${run.number}`, url: `${publicUrl}/reports/${run.id}` };
    const operations: TicketOperation[] = [
      ...(policy === "reopen" ? [{ operation: "reopen", ticketId: id, trackerId } as const] : []),
      {
        operation: "comment",
        ticketId: id,
        trackerId,
        address: report.url,
        content: [{ kind: "paragraph", content: ["The failure returned in ", report, "."] }],
      },
    ];
    for (const content of operations) {
      const key = `ticket:${id}:${content.operation}:${run.id}`;
      await queueForBinding(transaction, binding, { event: "ticket", key, runId: run.id, content, now });
    }
  }
}
