import { Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import {
  itemLimits,
  itemPriorities,
  type ItemPriority,
  itemTypes,
  type ItemType,
  needsTitleAndMessage,
  priorityLabels,
  typeLabels,
} from "@plumb/contract/items/item-labels.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import { type FormEvent, type ReactNode, useState } from "react";
import { showError } from "#ui/feedback/toast.ts";
import { AssigneeSelect } from "#features/items/assignee-select.tsx";
import { emptyDraft, type ItemDraft } from "./create-item.ts";
import { MentionTextarea } from "#features/items/detail/mention-textarea.tsx";
import { useToday } from "#features/items/use-today.ts";

interface CreateItemFormProps {
  readonly members: readonly Member[];
  readonly membersError: Error | null;
  readonly userId: number | undefined;
  readonly busy: boolean;
  /** Creates the item and clears the form on success. */
  readonly onCreate: (draft: ItemDraft, onCreated: () => void) => void;
  readonly onCancel?: () => void;
  /** Field for the subject, between assignee and due date. */
  readonly subject?: ReactNode;
  readonly draft?: Partial<ItemDraft>;
}

/** Form with all values that a new item can have. */
export function CreateItemForm(props: CreateItemFormProps) {
  const { members, membersError, userId, busy, onCreate, onCancel, subject, draft } = props;
  const [values, setValues] = useState<ItemDraft>({ ...emptyDraft, ...draft });
  const today = useToday();
  const set = (change: Partial<ItemDraft>) => setValues((before) => ({ ...before, ...change }));
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (values.title.trim() === "" || values.message.trim() === "") return showError(needsTitleAndMessage);
    return onCreate(values, () => setValues({ ...emptyDraft, ...draft }));
  };
  return (
    <form onSubmit={send} noValidate aria-label="Create Analysis Item">
      <Stack gap="xs">
        <TextInput
          label="Title"
          required
          data-autofocus
          maxLength={itemLimits.title}
          value={values.title}
          onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        />
        <MentionTextarea
          label="Message"
          required
          rows={4}
          maxLength={itemLimits.message}
          members={members}
          value={values.message}
          onChange={(message) => set({ message })}
        />
        <Group grow gap="xs">
          <NativeSelect
            label="Type"
            data={itemTypes.map((value) => ({ value, label: typeLabels[value] }))}
            value={values.type}
            onChange={({ currentTarget }) => set({ type: currentTarget.value as ItemType })}
          />
          <NativeSelect
            label="Priority"
            data={itemPriorities.map((value) => ({ value, label: priorityLabels[value] }))}
            value={values.priority}
            onChange={({ currentTarget }) => set({ priority: currentTarget.value as ItemPriority })}
          />
        </Group>
        <AssigneeSelect
          members={members}
          membersError={membersError}
          userId={userId}
          value={values.assignedTo}
          onChange={(assignedTo) => set({ assignedTo })}
        />
        {subject}
        <TextInput
          type="date"
          label="Due Date"
          min={today}
          value={values.dueDate}
          onChange={({ currentTarget }) => set({ dueDate: currentTarget.value })}
        />
        <TextInput
          label="Tags"
          description="Separated by commas"
          maxLength={(itemLimits.tag + 2) * itemLimits.tags}
          value={values.tags}
          onChange={({ currentTarget }) => set({ tags: currentTarget.value })}
        />
        <Group justify="flex-end" gap="xs">
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={busy}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
