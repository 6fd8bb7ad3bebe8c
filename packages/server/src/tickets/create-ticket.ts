import { createHash } from "node:crypto";
import { queueForBinding } from "#connectors/bindings/queue-delivery.ts";
import type { Ticket } from "#connectors/offers.ts";
import type { Block } from "@plumb/contract/text/rich-text.ts";
import { ApiError } from "#core/api-error.ts";
import { type Actor, type AuditEntry, recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import type { BindingRow } from "#store/integrations/bindings.ts";
import {
  creationKey,
  insertTicket,
  lockSubject,
  storeTracked,
  ticketsOfCauses,
  type TicketRow,
  ticketsOfItem,
  type TicketSubject,
} from "#store/tickets/tickets.ts";

interface Creation {
  readonly binding: BindingRow;
  readonly subject: TicketSubject;
  readonly actor: Actor;
  readonly now: Date;
}

/** Id of a ticket. `isNew` is false if the subject had one already. */
export interface CreatedTicket {
  readonly id: number;
  readonly isNew: boolean;
}

/**
 * Stores a ticket and queues its creation in the tracker, unless its subject has one already.
 *
 * @throws ApiError if the subject does not exist, or if the binding is disabled.
 */
export async function createTicket(
  db: Db,
  creation: Creation & {
    readonly ticket: {
      readonly title: string;
      readonly description: readonly Block[];
      readonly fields: Readonly<Record<string, string | readonly string[]>>;
    };
  },
): Promise<CreatedTicket> {
  const { binding, ticket, now } = creation;
  return db.transaction().execute(async (transaction) => {
    const result = await insertOnce(transaction, creation, { action: "ticket.created", title: ticket.title });
    if (!result.isNew) return result;
    const mark = markOf(creation);
    const content = { operation: "create", ticketId: result.id, ticket: { ...ticket, mark } };
    const key = creationKey(result.id);
    const queued = await queueForBinding(transaction, binding, { event: "ticket", key, runId: null, content, now });
    if (!queued) throw new ApiError("conflict", `The connection to ${binding.name} is disabled.`);
    return result;
  });
}

/**
 * Returns a text that identifies a subject's ticket in the tracker. It never changes, so that a ticket whose creation seemed to fail is found even if
 * its link has been removed. Other servers may use the same tracker project, so our ids are not enough.
 */
function markOf({ binding, subject }: Creation): string {
  const { projectId, id, createdAt } = binding;
  const parts = [projectId, id, createdAt.getTime(), subject.groupId, subject.annotationId];
  return `plumb:${createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)}`;
}

/** Links a ticket that exists in the tracker, unless the subject has one already. */
export async function linkExisting(db: Db, creation: Creation & { readonly tracked: Ticket }): Promise<CreatedTicket> {
  const { binding, tracked, now } = creation;
  return db.transaction().execute(async (transaction) => {
    const result = await insertOnce(transaction, creation, {
      action: "ticket.linked",
      title: tracked.title,
      key: tracked.key,
    });
    if (result.isNew) await storeTracked(transaction, { projectId: binding.projectId, id: result.id }, tracked, now);
    return result;
  });
}

async function insertOnce(
  transaction: Db,
  { binding, subject, actor, now }: Creation,
  { action, title, key }: { action: "ticket.created" | "ticket.linked"; title: string; key?: string },
): Promise<CreatedTicket> {
  const { projectId, id: bindingId, connectorType } = binding;
  if (!(await lockSubject(transaction, projectId, subject)))
    throw new ApiError(
      "not_found",
      subject.groupId === null
        ? "This analysis item does not exist."
        : "This cause does not exist, or was merged into another one.",
    );
  const existing =
    subject.groupId === null
      ? await ticketsOfItem(transaction, projectId, subject.annotationId)
      : await ticketsOfCauses(transaction, projectId, [subject.groupId]);
  const current = existing.find(({ state }) => state !== "gone");
  if (current !== undefined) return { id: current.id, isNew: false };
  const input = { bindingId, connectorType, title, createdBy: actor.id ?? 0, now };
  const id = await insertTicket(transaction, projectId, subject, input);
  await recordAudit(
    transaction,
    actor,
    ticketAuditEntry(action, { ...subject, id, projectId, title, key: key ?? null }),
  );
  return { id, isNew: true };
}

/** Returns an audit event for a ticket, which contains the cause or the analysis item. */
export function ticketAuditEntry(
  action: "ticket.created" | "ticket.linked" | "ticket.unlinked",
  {
    id,
    projectId,
    title,
    key,
    groupId,
    annotationId,
  }: Pick<TicketRow, "annotationId" | "groupId" | "id" | "key" | "projectId" | "title">,
): AuditEntry {
  const detail = { ticket: key, cause: groupId, item: annotationId };
  return { action, projectId, targetType: "ticket", targetId: id, targetName: title, detail };
}
