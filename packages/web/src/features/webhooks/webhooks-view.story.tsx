import type { Webhook, WebhookDelivery } from "@plumb/contract/integrations/webhooks.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { DeleteWebhookDialog } from "./delete-webhook-dialog.tsx";
import { DeliveryLogDialog } from "./delivery-log-dialog.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { sampleDelivery, sampleWebhook } from "./sample-webhook.ts";
import { WebhooksView } from "./webhooks-view.tsx";

function Example({
  webhooks,
  test = null,
}: {
  readonly webhooks: readonly Webhook[];
  readonly test?: WebhookDelivery | null;
}) {
  const [done, setDone] = useState("");
  return (
    <main style={{ padding: 16 }}>
      <h1>Settings</h1>
      <WebhooksView
        projectName="Shop"
        webhooks={webhooks}
        test={test && { webhookId: 1, delivery: test }}
        testing={null}
        busy={null}
        onAdd={() => setDone("add")}
        onAction={({ id }, action) => setDone(`${action} ${id}`)}
      />
      <output>{done}</output>
    </main>
  );
}

const client = new QueryClient();
const sample = sampleWebhook();
const logged = { kind: "webhook", id: sample.id, name: sample.url, enabled: true } as const;

/** The view with the dialogs that its buttons and menu open. */
export const Opening = () => {
  const [opened, setOpened] = useState("");
  const close = () => setOpened("");
  return (
    <QueryClientProvider client={client}>
      <WebhooksView
        projectName="Shop"
        webhooks={[sample]}
        test={null}
        testing={null}
        busy={null}
        onAdd={() => setOpened("add")}
        onAction={(_, action) => setOpened(action)}
      />
      <WebhookDialog
        projectId={1}
        wanted={opened === "add" ? "new" : opened === "edit" ? sample : null}
        onClose={close}
      />
      <DeliveryLogDialog projectId={1} destination={opened === "log" ? logged : undefined} onClose={close} />
      <DeleteWebhookDialog projectId={1} webhook={opened === "delete" ? sample : null} onClose={close} />
    </QueryClientProvider>
  );
};

const time = "2026-03-04T10:00:00.000Z";

export const Nothing = () => <Example webhooks={[]} />;
export const Several = () => (
  <Example
    webhooks={[
      sampleWebhook(),
      sampleWebhook({
        id: 2,
        url: "https://failing.example.org/",
        lastAttempt: { at: time, passed: false },
        failingSince: "2026-03-03T10:00:00.000Z",
      }),
      sampleWebhook({ id: 3, url: "https://new.example.org/", lastAttempt: null, events: ["run.finished"] }),
      sampleWebhook({
        id: 4,
        url: "https://off.example.org/",
        enabled: false,
        problem:
          "All deliveries failed for 3 days, so this webhook was disabled. Last error: The receiver responded with 500 instead of 2xx.",
        lastAttempt: { at: time, passed: false },
        failingSince: time,
      }),
    ]}
  />
);
export const TestPassed = () => <Example webhooks={[sampleWebhook()]} test={sampleDelivery({ event: "ping" })} />;
export const TestRefused = () => (
  <Example
    webhooks={[sampleWebhook()]}
    test={sampleDelivery({
      event: "ping",
      status: "failed",
      responseStatus: 403,
      responseBody: '{"error":"<b>bad signature</b>"}',
      error: "The receiver responded with 403 instead of 2xx.",
    })}
  />
);
export const TestUnanswered = () => (
  <Example
    webhooks={[sampleWebhook()]}
    test={sampleDelivery({
      event: "ping",
      status: "failed",
      responseStatus: null,
      responseBody: null,
      error: "hooks.example.org:443 did not respond within 10 seconds.",
    })}
  />
);
export const Full = () => (
  <Example
    webhooks={Array.from({ length: 20 }, (_, index) =>
      sampleWebhook({ id: 1 + index, url: `https://hooks.example.org/${"long".repeat(80)}/${index}` }),
    )}
  />
);
