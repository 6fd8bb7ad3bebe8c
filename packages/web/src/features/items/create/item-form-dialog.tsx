import { Button, Group, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { FormDialog } from "#ui/form/form-dialog.tsx";

interface ItemFormDialogProps {
  readonly title: string;
  /** Label of the submit button, such as `Create`. */
  readonly submitLabel: string;
  readonly busy: boolean;
  /** Whether values are missing or invalid. */
  readonly incomplete: boolean;
  readonly onClose: () => void;
  readonly onSend: () => void;
  readonly children: ReactNode;
}

/** Dialog with an item form. Mounted only while open. */
export function ItemFormDialog({
  title,
  submitLabel,
  busy,
  incomplete,
  onClose,
  onSend,
  children,
}: ItemFormDialogProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!incomplete && !busy) onSend();
  };
  return (
    <FormDialog opened centered onClose={onClose} title={title} transitionProps={{ duration: 120 }}>
      <form onSubmit={send} noValidate>
        <Stack gap="sm">
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={incomplete}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormDialog>
  );
}
