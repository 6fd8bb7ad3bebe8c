import type { ItemStatus } from "@plumb/contract/items/item-labels.ts";
import { statusLabels } from "@plumb/contract/items/item-labels.ts";
import { mentionsIn } from "@plumb/contract/text/mentions.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { Context } from "#core/context.ts";
import { type Notice, notify } from "#inbox/notify.ts";
import type { Db } from "#store/db.ts";
import { makeWatch, mentionable, readersAmong, watchersOfMany } from "#store/items/people.ts";
import { projectById } from "#store/projects/projects.ts";
import { type ItemEditor, editorName } from "./item-editor.ts";

// Notifications about analysis items. Users are not notified of their own changes, or about projects they cannot read.

export type Needs = Pick<Context, "bus" | "clock" | "db" | "log">;

/** Fields of an item in a notification. */
export interface NoticedItem {
  readonly id: number;
  readonly title: string;
  readonly dueDate: string | null;
}

const quotedTitle = (title: string) => `“${cut(title, 120)}”`;
const excerpt = (text: string) => cut(text, 300);

/** Returns the link for a notification. It contains the project, because another project may be selected. */
export function itemPath(projectId: number, itemId: number): string {
  return `/analysis?annotation=${itemId}&project=${projectId}`;
}

async function notifyUsers(
  needs: Needs,
  editor: ItemEditor,
  userIds: readonly number[],
  item: NoticedItem,
  text: Pick<Notice, "message" | "title" | "topic">,
): Promise<void> {
  const others = [...new Set(userIds)].filter((id) => id !== editor.user.id);
  const readers = others.length === 0 ? [] : await readersAmong(needs.db, editor.projectId, others);
  if (readers.length === 0) return;
  const project = await projectById(needs.db, editor.projectId);
  await notify(
    needs,
    { userIds: readers },
    {
      ...text,
      type: "annotation",
      projectId: editor.projectId,
      annotationId: item.id,
      actionUrl: itemPath(editor.projectId, item.id),
      metadata: {
        assignedBy: editorName(editor),
        ...(project !== null && { projectName: project.name }),
        ...(item.dueDate !== null && { dueDate: item.dueDate }),
      },
    },
  );
}

export async function notifyAssigned(needs: Needs, editor: ItemEditor, item: NoticedItem, userId: number | null) {
  if (userId === null) return;
  await notifyUsers(needs, editor, [userId], item, {
    topic: "assigned",
    title: "An analysis item was assigned to you",
    message: `${editorName(editor)} assigned ${quotedTitle(item.title)} to you.`,
  });
}

export async function notifyMentioned(
  needs: Needs,
  editor: ItemEditor,
  item: NoticedItem,
  { userIds, text }: { readonly userIds: readonly number[]; readonly text: string },
): Promise<void> {
  await notifyUsers(needs, editor, userIds, item, {
    topic: "assigned",
    title: `${editorName(editor)} mentioned you in ${quotedTitle(item.title)}`,
    message: excerpt(text),
  });
}

export async function notifyStatus(
  needs: Needs,
  editor: ItemEditor,
  item: NoticedItem,
  { from, to, comment }: { readonly from: ItemStatus; readonly to: ItemStatus; readonly comment: string },
): Promise<void> {
  const watchers = await watchersOfMany(needs.db, editor.projectId, [item.id]);
  const note = comment === "" ? "" : ` “${excerpt(comment)}”`;
  await notifyUsers(
    needs,
    editor,
    watchers.map(({ userId }) => userId),
    item,
    {
      topic: "watched",
      title: `${quotedTitle(item.title)} is now ${statusLabels[to]}`,
      message: `${editorName(editor)} changed it from ${statusLabels[from]}.${note}`,
    },
  );
}

/** @param but Users who get another notification about the same change. */
export async function notifyComment(
  needs: Needs,
  editor: ItemEditor,
  item: NoticedItem,
  { body, but }: { readonly body: string; readonly but: readonly number[] },
): Promise<void> {
  const watchers = await watchersOfMany(needs.db, editor.projectId, [item.id]);
  const userIds = watchers.map(({ userId }) => userId).filter((id) => !but.includes(id));
  await notifyUsers(needs, editor, userIds, item, {
    topic: "watched",
    title: `${editorName(editor)} commented on ${quotedTitle(item.title)}`,
    message: excerpt(body),
  });
}

/** Returns the members who are mentioned in a text but not in the previous one, and makes them watchers of the item. */
export async function newlyMentioned(
  transaction: Db,
  { projectId, user }: ItemEditor,
  itemId: number,
  { text, before }: { readonly text: string; readonly before: string },
): Promise<number[]> {
  if (!text.includes("@")) return [];
  const people = await mentionable(transaction, projectId);
  const namedBefore = new Set(mentionsIn(before, people).flatMap(({ ids }) => ids));
  const named = new Set(mentionsIn(text, people).flatMap(({ ids }) => ids));
  const newly = [...named].filter((id) => !namedBefore.has(id) && id !== user.id);
  if (newly.length > 0) await makeWatch(transaction, projectId, itemId, newly);
  return newly;
}

/** Sends each user one notification, regardless of how many items changed. */
export async function notifyBulkStatus(
  needs: Needs,
  editor: ItemEditor,
  changed: readonly { readonly id: number; readonly title: string; readonly from: ItemStatus }[],
  to: ItemStatus,
): Promise<void> {
  const watched = Map.groupBy(
    await watchersOfMany(
      needs.db,
      editor.projectId,
      changed.map(({ id }) => id),
    ),
    ({ userId }) => userId,
  );
  const byId = new Map(changed.map((item) => [item.id, item]));
  const project = await projectById(needs.db, editor.projectId);
  for (const [userId, items] of watched) {
    if (userId === editor.user.id) continue;
    const [first] = items;
    const only = items.length === 1 && first !== undefined ? byId.get(first.itemId) : undefined;
    await notify(
      needs,
      { userIds: [userId] },
      {
        topic: "watched",
        title:
          only === undefined
            ? `${items.length} analysis items that you watch are now ${statusLabels[to]}`
            : `${quotedTitle(only.title)} is now ${statusLabels[to]}`,
        message: `${editorName(editor)} changed ${only === undefined ? "them" : `it from ${statusLabels[only.from]}`}.`,
        type: "annotation",
        projectId: editor.projectId,
        ...(only !== undefined && { annotationId: only.id }),
        actionUrl: only === undefined ? `/analysis?project=${editor.projectId}` : itemPath(editor.projectId, only.id),
        metadata: { assignedBy: editorName(editor), ...(project !== null && { projectName: project.name }) },
      },
    );
  }
}
