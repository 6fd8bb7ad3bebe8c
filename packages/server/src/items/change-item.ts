import type { Annotation } from "@plumb/contract/items/annotations.ts";
import { ApiError } from "#core/api-error.ts";
import type { Db } from "#store/db.ts";
import { type NewEvent, recordEvents } from "#store/items/history.ts";
import { itemsById, lockItem, type StoredItem } from "#store/items/item-rows.ts";
import { updateItem } from "#store/items/item-writes.ts";
import { type ItemEditor, authorOf, noItem } from "./item-editor.ts";
import type { Needs } from "./notices.ts";

/** New values of an item and the events for its history. */
export interface ItemChange {
  readonly after: Partial<StoredItem>;
  readonly events: readonly NewEvent[];
}

export interface Changing {
  readonly id: number;
  /** Revision on which the change is based; `undefined` if the client did not send it. */
  readonly revision: number | undefined;
}

/**
 * Changes an item; writes nothing if nothing changes.
 *
 * @throws ApiError `not_found`, or `conflict` with the current item as `current` if it was changed since `revision`.
 */
export async function changeItem(
  needs: Needs,
  editor: ItemEditor,
  { id, revision }: Changing,
  change: (before: StoredItem, transaction: Db) => Promise<ItemChange> | ItemChange,
): Promise<{ before: StoredItem; item: Annotation; changed: boolean }> {
  const { projectId } = editor;
  const { before, changed } = await needs.db
    .transaction()
    .execute((transaction) => changeItemIn(transaction, editor, { id, revision }, change));
  if (changed) needs.bus.publish({ about: "annotations", projectId });
  return { before, item: await storedItem(needs.db, projectId, id), changed };
}

/** Changes an item like `changeItem`, as a part of a transaction. */
export async function changeItemIn(
  transaction: Db,
  editor: ItemEditor,
  { id, revision }: Changing,
  change: (before: StoredItem, transaction: Db) => Promise<ItemChange> | ItemChange,
): Promise<{ before: StoredItem; changed: boolean }> {
  const { projectId, now } = editor;
  const before = await lockItem(transaction, projectId, id);
  if (before === null) throw noItem();
  if (revision !== undefined && revision !== before.revision) throw await outdated(transaction, projectId, id);
  const { after, events } = await change(before, transaction);
  if (events.length === 0) return { before, changed: false };
  await updateItem(transaction, projectId, before, { ...before, ...after }, now);
  await recordEvents(transaction, projectId, id, { by: authorOf(editor), now, events });
  return { before, changed: true };
}

async function outdated(db: Db, projectId: number, id: number): Promise<ApiError> {
  const current = await storedItem(db, projectId, id);
  return new ApiError("conflict", "Another user changed this item while you were editing it. Nothing was saved.", {
    current,
  });
}

/** @throws ApiError `not_found`. */
export async function storedItem(db: Db, projectId: number, id: number): Promise<Annotation> {
  const [item] = await itemsById(db, projectId, [id]);
  if (item === undefined) throw noItem();
  return item;
}
