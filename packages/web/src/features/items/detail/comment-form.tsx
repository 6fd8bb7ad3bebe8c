import { Button, Group } from "@mantine/core";
import { itemLimits } from "@plumb/contract/items/item-labels.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import { type FormEvent, useState } from "react";
import { MentionTextarea } from "./mention-textarea.tsx";

interface CommentFormProps {
  readonly label: string;
  readonly submit: string;
  readonly members: readonly Member[];
  readonly busy: boolean;
  /** Initial text. */
  readonly text?: string;
  readonly onSend: (text: string, onSent: () => void) => void;
  readonly onCancel?: () => void;
}

export function CommentForm({ label, submit, members, busy, text = "", onSend, onCancel }: CommentFormProps) {
  const [value, setValue] = useState(text);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() !== "") onSend(value, () => setValue(""));
  };
  return (
    <form onSubmit={send}>
      <MentionTextarea
        aria-label={label}
        placeholder="Write a comment. Type @ to mention a member."
        rows={3}
        maxLength={itemLimits.comment}
        members={members}
        value={value}
        onChange={setValue}
      />
      <Group justify="flex-end" gap="xs" mt={6}>
        {onCancel !== undefined && (
          <Button size="xs" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button size="xs" type="submit" loading={busy} disabled={value.trim() === ""}>
          {submit}
        </Button>
      </Group>
    </form>
  );
}
