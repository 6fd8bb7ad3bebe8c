import { itemLimits } from "@plumb/contract/items/item-labels.ts";
import { ApiError } from "#core/api-error.ts";
import { attachmentsOf, deleteAttachment, insertAttachment, type NewAttachment } from "#store/items/attachments.ts";
import { recordEvents } from "#store/items/history.ts";
import { type Acting, doerOf } from "./doer.ts";
import { lockedItem } from "./item-parts.ts";
import type { Needs } from "./notices.ts";

/** Attaches a file whose content is already stored, and returns its id. */
export async function attachFile(
  needs: Needs,
  acting: Acting,
  itemId: number,
  file: Omit<NewAttachment, "by" | "now">,
): Promise<number> {
  const { projectId, now } = acting;
  const by = doerOf(acting);
  const id = await needs.db.transaction().execute(async (transaction) => {
    await lockedItem(transaction, projectId, itemId);
    if ((await attachmentsOf(transaction, projectId, itemId)).length >= itemLimits.attachments)
      throw new ApiError("conflict", `An item can have ${itemLimits.attachments} files. Remove one first.`);
    await recordEvents(transaction, projectId, itemId, { by, now, events: [{ kind: "attachment", to: file.name }] });
    return insertAttachment(transaction, projectId, itemId, { ...file, by, now });
  });
  needs.bus.publish({ about: "annotations", projectId });
  return id;
}

export async function detachFile(
  needs: Needs,
  acting: Acting,
  { itemId, id }: { readonly itemId: number; readonly id: number },
  name: string,
): Promise<void> {
  const { projectId, now } = acting;
  await needs.db.transaction().execute(async (transaction) => {
    await lockedItem(transaction, projectId, itemId);
    const events = [{ kind: "attachment", from: name } as const];
    await recordEvents(transaction, projectId, itemId, { by: doerOf(acting), now, events });
    await deleteAttachment(transaction, projectId, id);
  });
  needs.bus.publish({ about: "annotations", projectId });
}
