import { hourMs } from "@plumb/contract/durations.ts";
import type { Annotation } from "@plumb/contract/items/annotations.ts";
import { statusLabels } from "@plumb/contract/items/item-labels.ts";
import { ApiError } from "#core/api-error.ts";
import { agentActionsSince, type AuditEntry, recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { undoableEvent } from "#store/items/history.ts";
import type { StoredItem } from "#store/items/item-rows.ts";
import { type Changing, changeItem } from "./change-item.ts";
import type { ItemEditor } from "./item-editor.ts";
import { type Needs, notifyStatus } from "./notices.ts";

/** Maximum number of writes per key and hour, so that an agent in a loop does not flood a team. */
const maxWrites = 100;

/**
 * Records an agent's write in the audit log, in the same transaction. Writes of users are only in the history of the item.
 *
 * @throws ApiError `rate_limited` after too many writes.
 */
export async function auditAgent(
  transaction: Db,
  { projectId, user, now, agent }: ItemEditor,
  action: AuditEntry["action"],
  { id, title, detail = {} }: { readonly id: number; readonly title: string; readonly detail?: AuditEntry["detail"] },
): Promise<void> {
  if (agent === undefined) return;
  const { address, ...key } = agent;
  const since = new Date(now.getTime() - hourMs);
  if ((await agentActionsSince(transaction, { keyId: key.id, since, max: maxWrites })) >= maxWrites)
    throw new ApiError(
      "rate_limited",
      `This API key has written ${maxWrites} times within an hour. Nothing was saved. Stop, and ask the person you work for.`,
    );
  await recordAudit(
    transaction,
    { id: user.id, email: user.email, address, now, agent: { id: key.id, name: key.name } },
    { action, projectId, targetType: "item", targetId: id, targetName: title, detail },
  );
}

/** @throws ApiError `forbidden` if an agent changes the status of an item that was not created by an agent and is not assigned to its user. */
export function mustBeForAgent({ agentKeyId, assignedTo, id }: StoredItem, { agent, user }: ItemEditor): void {
  if (agent === undefined || agentKeyId !== null || assignedTo === user.id) return;
  throw new ApiError(
    "forbidden",
    `An agent can only comment on item ${id}: a person created it, and it is not assigned to the person who created this API key. Leave out the status.`,
  );
}

/**
 * Undoes a change by an agent: an item that it created becomes invalid, because a closed one would be reopened when its failure returns. A changed
 * status is restored.
 *
 * @throws ApiError `conflict` if the change was replaced by another one.
 */
export async function undoAgentChange(
  needs: Needs,
  editor: ItemEditor,
  which: Changing,
  eventId: number,
): Promise<Annotation> {
  const { before, item } = await changeItem(needs, editor, which, async (before, transaction) => {
    const event = await undoableEvent(transaction, editor.projectId, { itemId: before.id, id: eventId });
    if (event === null)
      throw new ApiError(
        "conflict",
        `This change cannot be undone: it is not by an agent, or the status was changed again. It is ${statusLabels[before.status]} now.`,
      );
    const status = event.kind === "created" ? "invalid" : (event.from as StoredItem["status"]);
    return { after: { status }, events: [{ kind: "status", from: before.status, to: status, undoes: eventId }] };
  });
  await notifyStatus(needs, editor, before, { from: before.status, to: item.status, comment: "" });
  return item;
}
