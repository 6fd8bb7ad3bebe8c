import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import type { createAnnotation } from "@plumb/contract/items/annotations.ts";
import type { z } from "zod";
import { refusedFields } from "#core/api-error.ts";
import { recordEvents } from "#store/items/history.ts";
import { openItemOfAgent } from "#store/items/agent-items.ts";
import { insertItem } from "#store/items/item-writes.ts";
import { assigneeName, makeWatch } from "#store/items/people.ts";
import type { Db } from "#store/db.ts";
import { auditAgent } from "./agent-writes.ts";
import { type ItemEditor, authorOf } from "./item-editor.ts";
import { dayIn } from "#core/local-time.ts";
import { dueDay } from "./item-day.ts";
import { type Needs, newlyMentioned, notifyAssigned, notifyMentioned } from "./notices.ts";
import { subjectOf } from "./subject-of.ts";

type Requested = z.output<typeof createAnnotation.body> & { readonly proposedClass?: FailureClass };

/**
 * Creates an item and notifies its assignee and mentioned users.
 *
 * @param createdAt For imported items, without notifications.
 * @returns Its id. `created` is false if an agent repeats itself: its open item about the same subject is returned instead.
 */
export async function createItem(
  needs: Needs,
  caller: ItemEditor,
  requested: Requested,
  createdAt: Date | undefined,
): Promise<{ readonly id: number; readonly created: boolean }> {
  const editor = { ...caller, now: createdAt ?? caller.now };
  const { projectId, now } = editor;
  const by = authorOf(editor);
  const dueDate = futureDay(requested.dueDate, editor);
  const { id, created, mentioned } = await needs.db.transaction().execute(async (transaction) => {
    const assignedName = await nameOfAssignee(transaction, editor, requested.assignedTo);
    const subject = await subjectOf(transaction, projectId, requested);
    if (by.agentKeyId !== null) {
      const expected = {
        ...requested,
        ...subject,
        agentKeyId: by.agentKeyId,
        proposedClass: requested.proposedClass ?? null,
      };
      const open = await openItemOfAgent(transaction, projectId, expected);
      if (open !== null) return { id: open, created: false, mentioned: [] };
    }
    const id = await insertItem(
      transaction,
      projectId,
      {
        ...subject,
        title: requested.title,
        message: requested.message,
        type: requested.type,
        priority: requested.priority,
        status: "open",
        tags: eachOnce(requested.tags),
        dueDate,
        assignedTo: requested.assignedTo,
        assignedName,
        createdBy: by.userId,
        createdName: by.name,
        agentKeyId: by.agentKeyId,
        proposedClass: requested.proposedClass ?? null,
      },
      now,
    );
    await recordEvents(transaction, projectId, id, { by, now, events: [{ kind: "created" }] });
    await auditAgent(transaction, editor, "item.created", { id, title: requested.title });
    const watchers = [by.userId, ...(requested.assignedTo === null ? [] : [requested.assignedTo])];
    await makeWatch(transaction, projectId, id, watchers);
    const mentioned = await newlyMentioned(transaction, editor, id, { text: requested.message, before: "" });
    return { id, created: true, mentioned };
  });
  if (!created) return { id, created };
  needs.bus.publish({ about: "annotations", projectId });
  if (createdAt !== undefined) return { id, created };
  const item = { id, title: requested.title, dueDate };
  await notifyAssigned(needs, editor, item, requested.assignedTo);
  const toNotify = mentioned.filter((userId) => userId !== requested.assignedTo);
  await notifyMentioned(needs, editor, item, { userIds: toNotify, text: requested.message });
  return { id, created };
}

/** @throws ApiError `invalid` if the user is not a member. */
export async function nameOfAssignee(
  transaction: Db,
  { projectId, user }: ItemEditor,
  userId: number | null,
): Promise<string | null> {
  if (userId === null) return null;
  const name = await assigneeName(transaction, projectId, { userId, byUserId: user.id });
  if (name === null) throw refusedFields({ assignedTo: "This person is not a member of the project" });
  return name;
}

/** @throws ApiError `invalid` if the day has passed in the sender's time zone. */
export function futureDay(sent: string | null, { user, now }: ItemEditor): string | null {
  if (sent === null) return null;
  const day = dueDay(sent, user.timezone);
  if (day < dayIn(user.timezone, now)) throw refusedFields({ dueDate: "Due date cannot be earlier than today" });
  return day;
}

/** Removes tags that differ only in case. */
export function eachOnce(tags: readonly string[]): string[] {
  const known = new Set<string>();
  return tags.filter((tag) => known.size < known.add(tag.toLowerCase()).size);
}
