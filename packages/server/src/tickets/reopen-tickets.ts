import type { Block, Inline } from "@plumb/contract/text/rich-text.ts";
import { queueForBinding } from "#connectors/bindings/queue-delivery.ts";
import { type CauseDetails, causeDetails } from "#store/notification-rules/cause-details.ts";
import type { Db } from "#store/db.ts";
import { bindingById } from "#store/integrations/bindings.ts";
import { returnedTickets } from "#store/tickets/tickets-to-read.ts";
import { commitLink } from "./commit-link.ts";
import type { TicketOperation } from "./operations.ts";

/** Maximum number of causes in a comment. */
const maxDescribed = 10;

interface Returned {
  readonly projectId: number;
  readonly run: { readonly id: number; readonly number: number };
  readonly publicUrl: string;
  readonly now: Date;
  /** Returns title and description of each cause, in their order. */
  readonly describe: (
    causes: readonly CauseDetails[],
  ) => Promise<readonly { readonly title: string; readonly line: readonly Inline[] }[]>;
}

/** Reopens closed tickets whose failure returned in this run, or comments on them, depending on the binding's settings. */
export async function reopenTickets(
  transaction: Db,
  { projectId, run, publicUrl, now, describe }: Returned,
): Promise<void> {
  const returned = await returnedTickets(transaction, { projectId, runId: run.id });
  const causes = await causeDetails(
    transaction,
    projectId,
    returned.flatMap(({ groupIds }) => groupIds),
  );
  if (returned.length === 0) return;
  const link = await commitLink(transaction, projectId, run.id);
  const commit = link === null ? [] : [" with the commit ", link];
  for (const { id, bindingId, trackerId, groupIds } of returned) {
    const binding = await bindingById(transaction, projectId, bindingId);
    const policy = binding?.settings["onReturn"] ?? "reopen";
    if (binding === null || policy === "nothing") continue;
    const described = await describe(groupIds.slice(0, maxDescribed).flatMap((groupId) => causes.get(groupId) ?? []));
    const texts = described.map(({ title, line }): Block => ({ kind: "paragraph", content: [`${title}. `, ...line] }));
    const report = { text: `report #${run.number}`, url: `${publicUrl}/reports/${run.id}` };
    const operations: TicketOperation[] = [
      ...(policy === "reopen" ? [{ operation: "reopen", ticketId: id, trackerId } as const] : []),
      {
        operation: "comment",
        ticketId: id,
        trackerId,
        address: report.url,
        content: [{ kind: "paragraph", content: ["The failure returned in ", report, ...commit, "."] }, ...texts],
      },
    ];
    for (const content of operations) {
      const key = `ticket:${id}:${content.operation}:${run.id}`;
      await queueForBinding(transaction, binding, { event: "ticket", key, runId: run.id, content, now });
    }
  }
}
