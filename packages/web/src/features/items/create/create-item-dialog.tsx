import { TextInput } from "@mantine/core";
import { itemLimits } from "@plumb/contract/items/item-labels.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import { useState } from "react";
import { AssigneeSelect } from "#features/items/assignee-select.tsx";
import { emptyDraft, type ItemDraft } from "./create-item.ts";
import { ItemFormDialog } from "./item-form-dialog.tsx";
import { MentionTextarea } from "#features/items/detail/mention-textarea.tsx";
import { useToday } from "#features/items/use-today.ts";

interface CreateItemDialogProps {
  readonly members: readonly Member[];
  readonly membersError: Error | null;
  readonly userId: number | undefined;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onCreate: (draft: ItemDraft) => void;
}

/** Dialog for a new item without a subject: title, assignee, due date, description. */
export function CreateItemDialog({ members, membersError, userId, busy, onClose, onCreate }: CreateItemDialogProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const set = (change: Partial<ItemDraft>) => setDraft((before) => ({ ...before, ...change }));
  const today = useToday();
  const early = draft.dueDate !== "" && draft.dueDate < today;
  const blank = draft.title.trim() === "" || draft.message.trim() === "";
  return (
    <ItemFormDialog
      title="Create Analysis Item"
      submitLabel="Create"
      busy={busy}
      incomplete={blank || early}
      onClose={onClose}
      onSend={() => onCreate(draft)}
    >
      <TextInput
        label="Title"
        required
        data-autofocus
        maxLength={itemLimits.title}
        value={draft.title}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <AssigneeSelect
        members={members}
        membersError={membersError}
        userId={userId}
        value={draft.assignedTo}
        onChange={(assignedTo) => set({ assignedTo })}
      />
      <TextInput
        type="date"
        label="Due Date (optional)"
        min={today}
        value={draft.dueDate}
        error={early ? "Due date cannot be earlier than today" : undefined}
        onChange={({ currentTarget }) => set({ dueDate: currentTarget.value })}
      />
      <MentionTextarea
        label="Description"
        required
        rows={5}
        maxLength={itemLimits.message}
        members={members}
        value={draft.message}
        onChange={(message) => set({ message })}
      />
    </ItemFormDialog>
  );
}
