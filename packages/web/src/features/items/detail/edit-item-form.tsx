import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { Annotation } from "@plumb/contract/items/annotations.ts";
import { itemLimits, needsTitleAndMessage } from "@plumb/contract/items/item-labels.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import { type FormEvent, useState } from "react";
import { useFirstFocus } from "#lib/keys/returned-focus.ts";
import { showError } from "#ui/feedback/toast.ts";
import { MentionTextarea } from "./mention-textarea.tsx";

interface EditItemFormProps {
  /** Current item, possibly newer than the form. */
  readonly item: Annotation;
  readonly members: readonly Member[];
  readonly busy: boolean;
  /** @param seen The version of the item that the user edited. */
  readonly onSave: (texts: { readonly title: string; readonly message: string }, seen: Annotation) => void;
  readonly onCancel: () => void;
}

/** Form for the title and text of an item, for its author. */
export function EditItemForm({ item, members, busy, onSave, onCancel }: EditItemFormProps) {
  const [title, setTitle] = useState(item.title);
  const [message, setMessage] = useState(item.message);
  const [opened] = useState(item);
  const first = useFirstFocus();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === "" || message.trim() === "") showError(needsTitleAndMessage);
    else onSave({ title, message }, item.title === opened.title && item.message === opened.message ? item : opened);
  };
  return (
    <form onSubmit={send} noValidate aria-label="Edit the item">
      <Stack gap="xs">
        <TextInput
          ref={first}
          label="Title"
          maxLength={itemLimits.title}
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <MentionTextarea
          label="Description"
          rows={6}
          maxLength={itemLimits.message}
          members={members}
          value={message}
          onChange={setMessage}
        />
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button size="xs" type="submit" loading={busy}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
