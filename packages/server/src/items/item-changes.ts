import type { SubjectIds } from "@plumb/contract/items/annotations.ts";
import { type ItemPriority, type ItemStatus, type ItemType, mayEditText } from "@plumb/contract/items/item-labels.ts";
import { ApiError } from "#core/api-error.ts";
import type { NewEvent } from "#store/items/history.ts";
import { makeWatch } from "#store/items/people.ts";
import type { StoredItem } from "#store/items/item-rows.ts";
import { type Changing, changeItem, type ItemChange } from "./change-item.ts";
import { auditAgent, mustBeForAgent } from "./agent-writes.ts";
import { eachOnce, futureDay, nameOfAssignee } from "./create-item.ts";
import type { ItemEditor } from "./item-editor.ts";
import { type Needs, newlyMentioned, notifyAssigned, notifyMentioned, notifyStatus } from "./notices.ts";
import { subjectLine, subjectOf } from "./subject-of.ts";

/** Any status can follow any other. `changed` is false if the item already had the status: then the comment is not stored. */
export async function changeStatus(
  needs: Needs,
  editor: ItemEditor,
  which: Changing,
  { status, comment }: { readonly status: ItemStatus; readonly comment: string },
) {
  const { before, item, changed } = await changeItem(needs, editor, which, async (before, transaction) => {
    mustBeForAgent(before, editor);
    const { id, title, status: from } = before;
    if (from === status) return { after: {}, events: [] };
    await auditAgent(transaction, editor, "item.changed", { id, title, detail: { status: [from, status] } });
    return {
      after: { status },
      events: [{ kind: "status", from, to: status, comment: comment === "" ? null : comment }],
    };
  });
  if (changed) await notifyStatus(needs, editor, before, { from: before.status, to: status, comment });
  return { item, changed };
}

export async function assignItem(needs: Needs, editor: ItemEditor, which: Changing, assignedTo: number | null) {
  const { before, item, changed } = await changeItem(needs, editor, which, async (before, transaction) => {
    if (before.assignedTo === assignedTo) return { after: {}, events: [] };
    const assignedName = await nameOfAssignee(transaction, editor, assignedTo);
    if (assignedTo !== null) await makeWatch(transaction, editor.projectId, before.id, [assignedTo]);
    return {
      after: { assignedTo, assignedName },
      events: [{ kind: "assignment", from: before.assignedName, to: assignedName }],
    };
  });
  if (changed) await notifyAssigned(needs, editor, before, assignedTo);
  return item;
}

/** @throws ApiError `forbidden` unless the caller is the author and the item is open. */
export async function editItem(
  needs: Needs,
  editor: ItemEditor,
  which: Changing,
  { title, message }: { readonly title: string; readonly message: string },
) {
  let mentioned: readonly number[] = [];
  const { before, item } = await changeItem(needs, editor, which, async (before, transaction) => {
    mustEditText(before, editor);
    mentioned = await newlyMentioned(transaction, editor, before.id, { text: message, before: before.message });
    const events: NewEvent[] = [];
    if (before.title !== title) events.push({ kind: "edit", from: before.title, to: title });
    if (before.message !== message) events.push({ kind: "edit" });
    return { after: { title, message }, events };
  });
  await notifyMentioned(needs, editor, { ...before, title }, { userIds: mentioned, text: message });
  return item;
}

function mustEditText({ createdBy, createdName, status }: StoredItem, { user }: ItemEditor): void {
  if (mayEditText({ created_by: createdBy, status }, user.id)) return;
  throw new ApiError(
    "forbidden",
    createdBy === user.id
      ? "Title and message can only be edited while the item is open. Add a comment instead."
      : `Only ${createdName}, who created this item, can edit its title and message. Add a comment instead.`,
  );
}

export interface Details {
  readonly type?: ItemType | undefined;
  readonly priority?: ItemPriority | undefined;
  readonly dueDate?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Fields that are `undefined` are not changed. */
export async function changeDetails(needs: Needs, editor: ItemEditor, which: Changing, requested: Details) {
  const { item } = await changeItem(needs, editor, which, (before) => detailsChange(before, editor, requested));
  return item;
}

function detailsChange(before: StoredItem, editor: ItemEditor, requested: Details): ItemChange {
  const same = requested.dueDate === undefined || requested.dueDate === before.dueDate;
  const dueDate = same ? before.dueDate : futureDay(requested.dueDate ?? null, editor);
  const { type = before.type, priority = before.priority } = requested;
  const tags = requested.tags === undefined ? before.tags : eachOnce(requested.tags);
  const changes: [NewEvent["kind"], string | null, string | null][] = [
    ["type", before.type, type],
    ["priority", before.priority, priority],
    ["due_date", before.dueDate, dueDate],
    ["tags", before.tags.join(", "), tags.join(", ")],
  ];
  const events = changes.filter(([, from, to]) => from !== to).map(([kind, from, to]) => ({ kind, from, to }));
  return { after: { type, priority, dueDate, tags }, events };
}

export async function changeSubject(needs: Needs, editor: ItemEditor, which: Changing, ids: SubjectIds) {
  const { item } = await changeItem(needs, editor, which, async (before, transaction) => {
    const subject = await subjectOf(transaction, editor.projectId, ids);
    const same = (["runId", "resultId", "testId", "groupId"] as const).every((id) => subject[id] === before[id]);
    return {
      after: subject,
      events: same ? [] : [{ kind: "subject", from: subjectLine(before), to: subjectLine(subject) }],
    };
  });
  return item;
}
