import type { ItemComment, ItemLink } from "@plumb/contract/items/annotation-parts.ts";
import { itemLimits } from "@plumb/contract/items/item-labels.ts";
import { ApiError } from "#core/api-error.ts";
import type { Db } from "#store/db.ts";
import { repeatsComment } from "#store/items/agent-items.ts";
import {
  commentById,
  deleteComment,
  deleteLink,
  insertComment,
  insertLink,
  linksOf,
  recordEvents,
  updateComment,
} from "#store/items/history.ts";
import { lockItem, type StoredItem } from "#store/items/item-rows.ts";
import { makeWatch } from "#store/items/people.ts";
import { auditAgent } from "./agent-writes.ts";
import { type ItemEditor, authorOf, noItem } from "./item-editor.ts";
import { type Needs, newlyMentioned, notifyComment, notifyMentioned } from "./notices.ts";

/** One part of an item, such as a comment. */
interface Part {
  readonly itemId: number;
  readonly id: number;
}

/** Comments need no revision, because they do not change the item. */
export async function addComment(needs: Needs, editor: ItemEditor, itemId: number, body: string): Promise<ItemComment> {
  const id = await storeComment(needs, editor, itemId, body);
  return existingComment(needs.db, editor.projectId, { itemId, id: id ?? 0 });
}

/** Adds the comment of an agent, unless it repeats its last one. */
export async function addAgentComment(needs: Needs, editor: ItemEditor, itemId: number, body: string): Promise<void> {
  await storeComment(needs, editor, itemId, body);
}

/** @returns The new id; `null` for a repeated comment of an agent. */
async function storeComment(needs: Needs, editor: ItemEditor, itemId: number, body: string): Promise<number | null> {
  const { projectId, now } = editor;
  const by = authorOf(editor);
  const stored = await needs.db.transaction().execute(async (transaction) => {
    const item = await lockedItem(transaction, projectId, itemId);
    const { agentKeyId } = by;
    if (agentKeyId !== null && (await repeatsComment(transaction, projectId, { itemId, agentKeyId, body })))
      return null;
    const id = await insertComment(transaction, projectId, itemId, { by, body, now });
    await auditAgent(transaction, editor, "item.commented", item);
    await makeWatch(transaction, projectId, itemId, [by.userId]);
    return { item, id, mentioned: await newlyMentioned(transaction, editor, itemId, { text: body, before: "" }) };
  });
  if (stored === null) return null;
  const { item, id, mentioned } = stored;
  needs.bus.publish({ about: "annotations", projectId });
  await notifyMentioned(needs, editor, item, { userIds: mentioned, text: body });
  await notifyComment(needs, editor, item, { body, but: mentioned });
  return id;
}

/** @throws ApiError `forbidden` for comments of other users. */
export async function changeComment(needs: Needs, editor: ItemEditor, part: Part, body: string): Promise<ItemComment> {
  const { projectId, now } = editor;
  const { item, mentioned } = await needs.db.transaction().execute(async (transaction) => {
    const item = await lockedItem(transaction, projectId, part.itemId);
    const before = await ownComment(transaction, editor, part);
    await updateComment(transaction, projectId, part.id, { body, now });
    return {
      item,
      mentioned: await newlyMentioned(transaction, editor, part.itemId, { text: body, before: before.body }),
    };
  });
  needs.bus.publish({ about: "annotations", projectId });
  await notifyMentioned(needs, editor, item, { userIds: mentioned, text: body });
  return existingComment(needs.db, projectId, part);
}

/**
 * Deletes a comment. Users who can triage can delete agents' comments.
 *
 * @throws ApiError `forbidden` for comments of other users.
 */
export async function removeComment(needs: Needs, editor: ItemEditor, part: Part): Promise<void> {
  await needs.db.transaction().execute(async (transaction) => {
    await lockedItem(transaction, editor.projectId, part.itemId);
    const comment = await existingComment(transaction, editor.projectId, part);
    if (comment.agent === null) mustBeOwn(comment, editor);
    await deleteComment(transaction, editor.projectId, part.id);
  });
  needs.bus.publish({ about: "annotations", projectId: editor.projectId });
}

export async function addLink(
  needs: Needs,
  editor: ItemEditor,
  itemId: number,
  { url, title }: { readonly url: string; readonly title: string },
): Promise<ItemLink> {
  const { projectId, now } = editor;
  const by = authorOf(editor);
  const visible = title === "" ? url.replace(/^https:\/\//i, "") : title;
  const links = await needs.db.transaction().execute(async (transaction) => {
    await lockedItem(transaction, projectId, itemId);
    const before = await linksOf(transaction, projectId, itemId);
    if (before.length >= itemLimits.links)
      throw new ApiError("conflict", `An item can have ${itemLimits.links} links. Remove one first.`);
    const id = await insertLink(transaction, projectId, itemId, { by, url, title: visible, now });
    await recordEvents(transaction, projectId, itemId, { by, now, events: [{ kind: "link", to: visible }] });
    return (await linksOf(transaction, projectId, itemId)).filter((link) => link.id === id);
  });
  needs.bus.publish({ about: "annotations", projectId });
  return links[0] as ItemLink;
}

export async function removeLink(needs: Needs, editor: ItemEditor, part: Part): Promise<void> {
  const { projectId, now } = editor;
  await needs.db.transaction().execute(async (transaction) => {
    await lockedItem(transaction, projectId, part.itemId);
    const title = await deleteLink(transaction, projectId, part);
    if (title === null) throw new ApiError("not_found", "This link does not exist; it may already have been removed.");
    const events = [{ kind: "link", from: title } as const];
    await recordEvents(transaction, projectId, part.itemId, { by: authorOf(editor), now, events });
  });
  needs.bus.publish({ about: "annotations", projectId });
}

/** @throws ApiError `not_found`. */
export async function lockedItem(transaction: Db, projectId: number, id: number): Promise<StoredItem> {
  const item = await lockItem(transaction, projectId, id);
  if (item === null) throw noItem();
  return item;
}

async function ownComment(transaction: Db, editor: ItemEditor, part: Part): Promise<ItemComment> {
  const comment = await existingComment(transaction, editor.projectId, part);
  if (comment.agent !== null)
    throw new ApiError("forbidden", "This comment is by an agent. It can be deleted, but not changed.");
  mustBeOwn(comment, editor);
  return comment;
}

function mustBeOwn({ by }: ItemComment, { user }: ItemEditor): void {
  if (by.id !== user.id)
    throw new ApiError("forbidden", `This comment is by ${by.name}; only they can change or delete it.`);
}

async function existingComment(db: Db, projectId: number, part: Part): Promise<ItemComment> {
  const comment = await commentById(db, projectId, part);
  if (comment === null)
    throw new ApiError("not_found", "This comment does not exist; it may already have been deleted.");
  return comment;
}
