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
  /** Several causes share the ticket. */
  readonly subjects: readonly TicketSubject[];
  readonly actor: Actor;
  readonly now: Date;
}

/** Ids of tickets: the new one of each subject, and those that subjects had already. */
export interface CreatedTickets {
  readonly created: readonly number[];
  readonly existing: readonly number[];
}

/**
 * Stores a ticket and queues its creation in the tracker, for the subjects that do not have one already.
 *
 * @throws ApiError if the subject does not exist, or if the binding is disabled.
 */
export async function createTicket(
  db: Db,
  creation: Creation & {
    readonly title: string;
    readonly description: readonly Block[];
    readonly fields: Readonly<Record<string, string | readonly string[]>>;
    /** Artifacts that are attached to the ticket. */
    readonly screenshots: readonly number[];
  },
): Promise<CreatedTickets> {
  const { binding, title, description, fields, screenshots, now } = creation;
  return db.transaction().execute(async (transaction) => {
    const result = await insertOnce(transaction, creation, { action: "ticket.created", title });
    const [first] = result.created;
    if (first === undefined) return result;
    const mark = markOf(creation);
    const content = { operation: "create", ticketId: first, ticket: { title, description, fields, mark }, screenshots };
    const key = creationKey(first);
    const queued = await queueForBinding(transaction, binding, { event: "ticket", key, runId: null, content, now });
    if (!queued) throw new ApiError("conflict", `The connection to ${binding.name} is disabled.`);
    return result;
  });
}

/**
 * Returns a text that identifies the ticket of these subjects in the tracker. It never changes, so that a ticket whose creation seemed to fail is found even if
 * its link has been removed. Other servers may use the same tracker project, so our ids are not enough.
 */
function markOf({ binding, subjects }: Creation): string {
  const { projectId, id, createdAt } = binding;
  const ids = subjects.flatMap(({ groupId, annotationId }) => [groupId, annotationId]);
  const parts = [projectId, id, createdAt.getTime(), ...ids];
  return `plumb:${createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)}`;
}

/** Links a ticket that exists in the tracker, unless the subject has one already. */
export async function linkExisting(db: Db, creation: Creation & { readonly tracked: Ticket }): Promise<CreatedTickets> {
  const { binding, tracked, now } = creation;
  return db.transaction().execute(async (transaction) => {
    const result = await insertOnce(transaction, creation, {
      action: "ticket.linked",
      title: tracked.title,
      key: tracked.key,
    });
    for (const id of result.created)
      await storeTracked(transaction, { projectId: binding.projectId, id }, tracked, now);
    return result;
  });
}

async function insertOnce(
  transaction: Db,
  { binding, subjects, actor, now }: Creation,
  { action, title, key }: { action: "ticket.created" | "ticket.linked"; title: string; key?: string },
): Promise<CreatedTickets> {
  const { projectId, id: bindingId, connectorType } = binding;
  const created: number[] = [];
  const existing: number[] = [];
  // In the same order as other requests, so that they cannot deadlock.
  for (const subject of inLockOrder(subjects)) {
    const current = await lockedTicket(transaction, projectId, subject);
    if (current !== null) {
      existing.push(current);
      continue;
    }
    const createdWith = created[0] ?? null;
    const input = { bindingId, connectorType, title, createdBy: actor.id ?? 0, createdWith, now };
    const id = await insertTicket(transaction, projectId, subject, input);
    created.push(id);
    await recordAudit(
      transaction,
      actor,
      ticketAuditEntry(action, { ...subject, id, projectId, title, key: key ?? null }),
    );
  }
  return { created, existing: [...new Set(existing)] };
}

function inLockOrder(subjects: readonly TicketSubject[]): TicketSubject[] {
  return subjects.toSorted((a, b) => (a.groupId ?? a.annotationId ?? 0) - (b.groupId ?? b.annotationId ?? 0));
}

/**
 * Locks a subject, and returns its ticket; `null` if it has none.
 *
 * @throws ApiError if it does not exist.
 */
async function lockedTicket(transaction: Db, projectId: number, subject: TicketSubject): Promise<number | null> {
  if (!(await lockSubject(transaction, projectId, subject)))
    throw new ApiError(
      "not_found",
      subject.groupId === null
        ? "This analysis item does not exist."
        : "This cause does not exist, or was merged into another one.",
    );
  const tickets =
    subject.groupId === null
      ? await ticketsOfItem(transaction, projectId, subject.annotationId)
      : await ticketsOfCauses(transaction, projectId, [subject.groupId]);
  return tickets.find(({ state }) => state !== "gone")?.id ?? null;
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
