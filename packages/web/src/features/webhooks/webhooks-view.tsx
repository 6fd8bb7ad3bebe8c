import { Button } from "@mantine/core";
import type { Webhook, WebhookDelivery } from "@plumb/contract/integrations/webhooks.ts";
import { IconPlus } from "@tabler/icons-react";
import { type WebhookAction, WebhookRow } from "./webhook-row.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import panel from "#ui/layout/panel.module.css";
import list from "#ui/layout/settings-list.module.css";

/** Limit of the server. */
const maxWebhooks = 20;

interface WebhooksViewProps {
  readonly projectName: string;
  readonly webhooks: readonly Webhook[];
  /** Last test, and the ids of the webhooks that are being tested or changed. */
  readonly test: { readonly webhookId: number; readonly delivery: WebhookDelivery } | null;
  readonly testing: number | null;
  readonly busy: number | null;
  readonly onAdd: () => void;
  readonly onAction: (webhook: Webhook, action: WebhookAction) => void;
}

/** Webhooks of a project with their actions. */
export function WebhooksView({ projectName, webhooks, test, testing, busy, onAdd, onAction }: WebhooksViewProps) {
  const full = webhooks.length >= maxWebhooks;
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={full} onClick={onAdd}>
      Add Webhook
    </Button>
  );
  if (webhooks.length === 0)
    return (
      <EmptyState title="No webhooks configured yet...">
        <p className={list["empty"]}>
          {"A webhook notifies your server when a run of "}
          <b>{projectName}</b>
          {" finishes or a test newly fails. Other projects have their own."}
        </p>
        {add}
      </EmptyState>
    );
  return (
    <section aria-labelledby="webhooks-head">
      <div className={list["head"]}>
        <div>
          <h2 id="webhooks-head">{`Webhooks of ${projectName}`}</h2>
          <p>
            {full
              ? `A project can have at most ${maxWebhooks} webhooks. Delete one to add another.`
              : "Deliveries are signed with each webhook's secret. Each project has its own webhooks."}
          </p>
        </div>
        {add}
      </div>
      <ul className={`${panel["panel"]} ${list["rows"]}`}>
        {webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            test={test?.webhookId === webhook.id ? test.delivery : null}
            testing={testing === webhook.id}
            busy={busy === webhook.id}
            onAction={(action) => onAction(webhook, action)}
          />
        ))}
      </ul>
    </section>
  );
}
