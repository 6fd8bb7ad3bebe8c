import { Alert, Button, Group, Text } from "@mantine/core";
import type { AnnotationDetail } from "@plumb/contract/items/annotation-parts.ts";
import { type ItemStatus, openStatuses } from "@plumb/contract/items/item-labels.ts";
import type { ChangeSeen } from "#features/items/changes/item-actions.ts";

interface ItemProposalProps {
  readonly item: Pick<AnnotationDetail, "proposedClass" | "status" | "subject">;
  readonly busy: boolean;
  /** `undefined` for users who can only read. */
  readonly onChange: ChangeSeen | undefined;
}

/** Class that an agent proposes for an item's cause, with buttons to accept or dismiss it while the item is open. */
export function ItemProposal({ item: { proposedClass, status, subject }, busy, onChange }: ItemProposalProps) {
  if (!(openStatuses as readonly ItemStatus[]).includes(status)) return null;
  const hasCause = subject?.groupId != null;
  return (
    <Alert variant="light" color="brand" title={`An agent proposes the class ${proposedClass}`}>
      <Text size="sm">
        {hasCause
          ? "If you accept it, all failures with this cause get the class, and the item is resolved."
          : "The item is no longer about a cause, so the class cannot be set."}
      </Text>
      {onChange !== undefined && (
        <Group gap="xs" mt="xs">
          {hasCause && (
            <Button size="xs" loading={busy} onClick={() => onChange({ kind: "proposal", accept: true })}>
              Accept
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            disabled={busy}
            onClick={() => onChange({ kind: "proposal", accept: false })}
          >
            Dismiss
          </Button>
        </Group>
      )}
    </Alert>
  );
}
