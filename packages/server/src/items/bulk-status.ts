import type { BulkReply } from "@plumb/contract/items/annotation-changes.ts";
import { itemLimits, type ItemStatus, statusLabels } from "@plumb/contract/items/item-labels.ts";
import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import { ApiError } from "#core/api-error.ts";
import { changeStatuses, idsOfSelection } from "#store/items/bulk.ts";
import type { ItemSelection } from "#store/items/item-lists.ts";
import { type ItemEditor, authorOf } from "./item-editor.ts";
import { type Needs, notifyBulkStatus } from "./notices.ts";

/** Items per transaction. Short transactions let other requests run in between. */
const batchSize = 500;
const maxReasons = 100;

type Reply = z.input<typeof BulkReply>;

/**
 * Changes the status of many items, in batches. If the server stops, each item has changed completely or not at all.
 *
 * @param which Ids or a filter.
 * @throws ApiError `invalid` for no items and for more than `itemLimits.bulk`.
 */
export async function changeManyStatuses(
  needs: Needs,
  editor: ItemEditor,
  which: readonly number[] | ItemSelection,
  { status, comment }: { readonly status: ItemStatus; readonly comment: string },
): Promise<Reply> {
  const ids = "length" in which ? [...new Set(which)] : await idsOfSelection(needs.db, which, itemLimits.bulk + 1);
  if (ids.length === 0) throw new ApiError("invalid", "No items were selected. Nothing was changed.");
  if (ids.length > itemLimits.bulk)
    throw new ApiError(
      "invalid",
      `At most ${itemLimits.bulk.toLocaleString("en")} items can be changed at once. Narrow the filter; nothing was changed.`,
    );
  const change = { status, comment: comment === "" ? null : comment, by: authorOf(editor), now: editor.now };
  const response = { updated: 0, unchanged: 0, reasons: [] as { id: number; reason: string }[] };
  const changed: { id: number; title: string; from: ItemStatus }[] = [];
  const leave = (id: number, reason: string) => {
    response.unchanged += 1;
    if (response.reasons.length < maxReasons) response.reasons.push({ id, reason });
  };
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    const found = await needs.db
      .transaction()
      .execute((transaction) => changeStatuses(transaction, editor.projectId, batch, change));
    const byId = new Map(found.map((item) => [item.id, item]));
    for (const id of batch) {
      const item = byId.get(id);
      if (item === undefined) leave(id, "This item does not exist in this project.");
      else if (item.from === status) leave(id, `It is ${statusLabels[status]} already.`);
      else changed.push(item);
    }
    await setImmediate();
  }
  response.updated = changed.length;
  if (changed.length > 0) {
    needs.bus.publish({ about: "annotations", projectId: editor.projectId });
    await notifyBulkStatus(needs, editor, changed, status);
  }
  return response;
}
