import type { Block } from "@plumb/contract/text/rich-text.ts";
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
  /** Returns title and sentence of a cause. */
  readonly describe: (cause: CauseDetails) => Promise<{ readonly title: string; readonly sentence: string }>;
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
    const texts: Block[] = [];
    for (const cause of groupIds.slice(0, maxDescribed).flatMap((groupId) => causes.get(groupId) ?? [])) {
      const { title, sentence } = await describe(cause);
      texts.push({ kind: "paragraph", content: [`${title}. ${sentence}`] });
    }
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
