import { itemLimits } from "@plumb/contract/items/item-labels.ts";
import { ApiError } from "#core/api-error.ts";
import { attachmentsOf, deleteAttachment, insertAttachment, type NewAttachment } from "#store/items/attachments.ts";
import { recordEvents } from "#store/items/history.ts";
import { type ItemEditor, authorOf } from "./item-editor.ts";
import { lockedItem } from "./item-parts.ts";
import type { Needs } from "./notices.ts";

/** Attaches a file whose content is already stored, and returns its id. */
export async function attachFile(
  needs: Needs,
  editor: ItemEditor,
  itemId: number,
  file: Omit<NewAttachment, "by" | "now">,
): Promise<number> {
  const { projectId, now } = editor;
  const by = authorOf(editor);
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
  editor: ItemEditor,
  { itemId, id }: { readonly itemId: number; readonly id: number },
  name: string,
): Promise<void> {
  const { projectId, now } = editor;
  await needs.db.transaction().execute(async (transaction) => {
    await lockedItem(transaction, projectId, itemId);
    const events = [{ kind: "attachment", from: name } as const];
    await recordEvents(transaction, projectId, itemId, { by: authorOf(editor), now, events });
    await deleteAttachment(transaction, projectId, id);
  });
  needs.bus.publish({ about: "annotations", projectId });
}
