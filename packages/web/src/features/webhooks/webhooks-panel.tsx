import { RefusedError } from "@plumb/client/call-error.ts";
import { Skeleton } from "@mantine/core";
import type { Webhook, WebhookDelivery } from "@plumb/contract/integrations/webhooks.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DeleteWebhookDialog } from "./delete-webhook-dialog.tsx";
import { FailedDeliveries } from "./failed-deliveries.tsx";
import { DeliveryLogDialog } from "./delivery-log-dialog.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import type { WebhookAction } from "./webhook-row.tsx";
import { useTestWebhook, useUpdateWebhook, webhooksQuery } from "./webhooks.queries.ts";
import { WebhooksView } from "./webhooks-view.tsx";
import { errorText } from "#lib/api/error-text.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showError } from "#ui/feedback/toast.ts";

interface WebhooksPanelProps {
  readonly project: { readonly id: number; readonly name: string };
  /** Webhook whose deliveries are open. */
  readonly logOf: number | undefined;
  readonly onLog: (webhookId: number | undefined) => void;
}

/** Webhooks of a project with their deliveries, and actions to add, test, change and delete them. */
export function WebhooksPanel({ project, logOf, onLog }: WebhooksPanelProps) {
  const webhooks = useQuery(webhooksQuery(project.id));
  const test = useTestWebhook(project.id);
  const update = useUpdateWebhook(project.id);
  const [tested, setTested] = useState<{ webhookId: number; delivery: WebhookDelivery } | null>(null);
  const [requested, setRequested] = useState<Webhook | "new" | null>(null);
  const [doomed, setDoomed] = useState<Webhook | null>(null);

  const onAction = (webhook: Webhook, action: WebhookAction) => {
    if (action === "test") {
      setTested(null);
      test.mutate(webhook.id, {
        onSuccess: (delivery) => setTested({ webhookId: webhook.id, delivery }),
        onError: (error) => showError(errorText(error, "The test could not be sent")),
      });
    } else if (action === "switch")
      update.mutate(
        { webhookId: webhook.id, body: { enabled: !webhook.enabled } },
        { onError: (error) => showError(errorText(error, "Failed to change the webhook")) },
      );
    else if (action === "log") onLog(webhook.id);
    else if (action === "edit") setRequested(webhook);
    else setDoomed(webhook);
  };

  if (webhooks.data === undefined) {
    if (!webhooks.isError) return <Skeleton height={180} radius={10} aria-label="Loading webhooks" />;
    if (webhooks.error instanceof RefusedError && webhooks.error.code === "forbidden")
      return (
        <EmptyState title={`You are not a lead of ${project.name}`}>
          <p style={{ margin: 0 }}>
            Only its leads and administrators can see and change its webhooks. Switch to a project that you lead.
          </p>
        </EmptyState>
      );
    return (
      <ErrorPanel error={webhooks.error} fallback="Failed to load webhooks" onRetry={() => void webhooks.refetch()} />
    );
  }
  const logged = webhooks.data.find(({ id }) => id === logOf);
  return (
    <>
      <WebhooksView
        projectName={project.name}
        webhooks={webhooks.data}
        test={tested}
        testing={test.isPending ? test.variables : null}
        busy={update.isPending ? update.variables.webhookId : null}
        onAdd={() => setRequested("new")}
        onAction={onAction}
      />
      <FailedDeliveries projectId={project.id} />
      <WebhookDialog projectId={project.id} wanted={requested} onClose={() => setRequested(null)} />
      <DeliveryLogDialog
        projectId={project.id}
        destination={logged && { kind: "webhook", id: logged.id, name: logged.url, enabled: logged.enabled }}
        onClose={() => onLog(undefined)}
      />
      <DeleteWebhookDialog projectId={project.id} webhook={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}
