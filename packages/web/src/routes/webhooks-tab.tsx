import { Button } from "@mantine/core";
import { EmptyState } from "#ui/empty-state.tsx";

/** Where the webhooks will be listed. */
export function WebhooksTab() {
  return (
    <EmptyState title="No webhooks configured yet...">
      <Button disabled title="This server cannot send webhooks yet">
        Add Webhook
      </Button>
    </EmptyState>
  );
}
