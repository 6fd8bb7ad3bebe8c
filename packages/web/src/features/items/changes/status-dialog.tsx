import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { itemLimits, type ItemStatus, statusLabels } from "@plumb/contract/items/item-labels.ts";
import { useState } from "react";
import { counted, formatCount } from "#lib/format/format.ts";
import { FormDialog } from "#ui/form/form-dialog.tsx";

interface StatusDialogProps {
  readonly status: ItemStatus;
  readonly count: number;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onUpdate: (comment: string) => void;
}

const frame = { transitionProps: { duration: 120 }, centered: true };

/** Dialog for a note about a status. For several items, it also asks for confirmation. */
export function StatusDialog({ status, count, busy, onClose, onUpdate }: StatusDialogProps) {
  const [comment, setComment] = useState("");
  const [confirming, setConfirming] = useState(false);
  if (confirming) {
    return (
      <FormDialog opened onClose={() => setConfirming(false)} title="Confirm Bulk Operation" {...frame}>
        <Stack gap="md">
          <Text>{`You are about to update ${formatCount(count)} annotation(s) to status ${statusLabels[status]}`}</Text>
          <Text c="dimmed">This action will affect all selected annotations. Do you want to proceed?</Text>
          <Group justify="flex-end" gap="xs">
            {/* Returns to the comment, which is kept. */}
            <Button variant="default" onClick={() => setConfirming(false)} disabled={busy}>
              Cancel
            </Button>
            <Button data-autofocus loading={busy} onClick={() => onUpdate(comment)}>
              Yes, Update All
            </Button>
          </Group>
        </Stack>
      </FormDialog>
    );
  }
  return (
    <FormDialog opened onClose={onClose} title={`Change Status to ${statusLabels[status]}`} {...frame}>
      <Stack gap="md">
        <Text>{counted(count, "annotation")}</Text>
        <Textarea
          data-autofocus
          label="Comment (optional)"
          placeholder="Add a note about this status change..."
          rows={4}
          maxLength={itemLimits.comment}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button loading={busy} onClick={() => (count > 1 ? setConfirming(true) : onUpdate(comment))}>
            Update Status
          </Button>
        </Group>
      </Stack>
    </FormDialog>
  );
}
