import { resolveProposal, undoAgentChange as undoEndpoint } from "@plumb/contract/items/annotation-changes.ts";
import { type ItemStatus, openStatuses, statusLabels } from "@plumb/contract/items/item-labels.ts";
import { ApiError } from "#core/api-error.ts";
import type { Context } from "#core/context.ts";
import { reclassify } from "#failures/decide.ts";
import type { Api } from "#http/api.ts";
import { undoAgentChange } from "#items/agent-writes.ts";
import { type Changing, changeItem, changeItemIn, type ItemChange, storedItem } from "#items/change-item.ts";
import type { ItemEditor } from "#items/item-editor.ts";
import { notifyStatus } from "#items/notices.ts";
import { bumpRevision } from "#store/sql/revisions.ts";
import { groupsById } from "#store/failures/groups/groups.ts";
import type { StoredItem } from "#store/items/item-rows.ts";
import { decided } from "#api/failures/decisions.ts";
import { editorOf } from "./editor-of.ts";

type Needs = Pick<Context, "bus" | "clock" | "db" | "log">;

/** Routes for users to respond to changes by agents. */
export function agentChangeRoutes(api: Api<"bus" | "clock" | "db" | "log">): void {
  api.route(undoEndpoint, async ({ context, params, body, ...call }) => ({
    data: await undoAgentChange(
      context,
      editorOf(call),
      { id: params.annotationId, revision: body.revision },
      body.eventId,
    ),
  }));

  api.route(resolveProposal, async ({ context, params, body, ...call }) => {
    const editor = editorOf(call);
    const which = { id: params.annotationId, revision: body.revision };
    const before = body.accept ? await accept(context, editor, which) : await dismiss(context, editor, which);
    const item = await storedItem(context.db, call.projectId, params.annotationId);
    await notifyStatus(context, editor, before, { from: before.status, to: item.status, comment: "" });
    return { data: item };
  });
}

/** Sets the class of the cause and resolves the item, in one transaction. */
async function accept(context: Needs, editor: ItemEditor, which: Changing): Promise<StoredItem> {
  const { projectId, user, now } = editor;
  const { subject, proposedClass } = await storedItem(context.db, projectId, which.id);
  const before = await decided(context, projectId, async (transaction) => {
    // Locks the failures before the item, in the same order as report processing, to avoid deadlocks.
    await bumpRevision(transaction, "failure", projectId);
    const answered = await changeItemIn(transaction, editor, which, (item) => reply(item, "resolved"));
    const groups = await groupsById(transaction, projectId, [subject?.groupId ?? 0]);
    if (groups.length === 0 || proposedClass === null)
      throw new ApiError("conflict", "The cause of this item no longer exists. Dismiss the proposal.");
    const decision = { class: proposedClass, subClass: undefined };
    await reclassify(transaction, { projectId, userId: user.id, now }, decision, { groups, failures: [] }, "group");
    return answered.before;
  });
  context.bus.publish({ about: "annotations", projectId });
  return before;
}

async function dismiss(context: Needs, editor: ItemEditor, which: Changing): Promise<StoredItem> {
  return (await changeItem(context, editor, which, (item) => reply(item, "closed"))).before;
}

function reply({ status: from, proposedClass }: StoredItem, to: ItemStatus): ItemChange {
  if (proposedClass === null) throw new ApiError("conflict", "This item does not propose a class.");
  if (!(openStatuses as readonly ItemStatus[]).includes(from))
    throw new ApiError("conflict", `This proposal has been answered: the item is ${statusLabels[from]}.`);
  const comment = `${to === "resolved" ? "Accepted" : "Dismissed"} the proposed class ${proposedClass}.`;
  return { after: { status: to }, events: [{ kind: "status", from, to, comment }] };
}
