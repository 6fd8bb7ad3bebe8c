import { Alert } from "@mantine/core";
import type { BulkReply } from "@plumb/contract/items/annotation-changes.ts";

/** Items that a bulk change skipped, with reasons. */
export function SkippedItems({ answer, onClose }: { readonly answer: BulkReply; readonly onClose: () => void }) {
  const reasons = [...Map.groupBy(answer.reasons, ({ reason }) => reason)];
  return (
    <Alert
      color="yellow"
      variant="light"
      mb="sm"
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
      title={`${answer.unchanged} of the selected items were not changed`}
      styles={{ title: { color: "var(--ink)" } }}
    >
      {reasons
        .map(
          ([reason, of]) =>
            `${reason} (${of
              .map(({ id }) => `#${id}`)
              .slice(0, 10)
              .join(", ")})`,
        )
        .join(" ")}
    </Alert>
  );
}
