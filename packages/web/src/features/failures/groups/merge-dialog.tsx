import { Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import { useState } from "react";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";
import { counted, cut } from "#lib/format/format.ts";

interface MergeDialogProps {
  readonly groups: readonly FailureGroup[];
  readonly onClose: () => void;
  /** @param groupIds The first one stays. */
  readonly onMerge: (groupIds: readonly number[]) => void;
}

/** Dialog to choose the cause that stays. Shows the effect of the merge. */
export function MergeDialog({ groups, onClose, onMerge }: MergeDialogProps) {
  useFocusBefore();
  const largest = groups.toSorted((a, b) => b.occurrenceCount - a.occurrenceCount);
  const [retainedId, setRetainedId] = useState(largest[0]?.id ?? 0);
  const failures = groups.reduce((sum, { occurrenceCount }) => sum + occurrenceCount, 0);
  const merge = () => {
    onMerge([retainedId, ...largest.map(({ id }) => id).filter((id) => id !== retainedId)]);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Merge ${counted(groups.length, "cause")}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack gap="md">
        <Text>
          {`Merges their ${counted(failures, "failure")} of this period and all other failures, past and future. You can undo this.`}
        </Text>
        <Radio.Group
          label="Keep as the cause"
          value={String(retainedId)}
          onChange={(value) => setRetainedId(Number(value))}
        >
          <Stack gap={6} mt={6}>
            {largest.map(({ id, representativeError, occurrenceCount }) => (
              <Radio
                key={id}
                value={String(id)}
                label={<bdi dir="auto">{cut(representativeError, 160)}</bdi>}
                description={counted(occurrenceCount, "failure")}
                styles={{ label: { overflowWrap: "anywhere" } }}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={merge}>Merge</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
