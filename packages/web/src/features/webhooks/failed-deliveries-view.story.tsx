import type { FailedDelivery } from "@plumb/contract/integrations/outbox.ts";
import { useState } from "react";
import { FailedDeliveriesView } from "./failed-deliveries-view.tsx";
import { sampleDelivery } from "./sample-webhook.ts";

function sample(id: number, change: Partial<FailedDelivery> = {}): FailedDelivery {
  return {
    ...sampleDelivery({
      id,
      status: "failed",
      responseStatus: 422,
      error: "The receiver responded with 422 instead of 2xx.",
    }),
    destination: { kind: "webhook", id: 1, name: "https://hooks.example.org", state: "open" },
    ...change,
  };
}

const unreachable =
  "hooks.example.org:443 did not respond within 10 seconds. The webhook was deleted before this was delivered.";
const deliveries = [
  sample(44, { attempts: 6 }),
  sample(43, {
    event: "failure.new",
    error: unreachable,
    destination: { kind: "webhook", id: 2, name: `https://${"long-name-".repeat(12)}.example.org`, state: "removed" },
  }),
  sample(42, {
    attempts: 0,
    destination: { kind: "webhook", id: 3, name: "https://ci.example.org", state: "disabled" },
  }),
];

function Example({ sendable, total = 3 }: { readonly sendable: number; readonly total?: number }) {
  const [done, setDone] = useState("");
  return (
    <main>
      <h1>Webhooks</h1>
      <FailedDeliveriesView
        deliveries={deliveries}
        total={total}
        sendable={sendable}
        busy={null}
        onResend={() => setDone("resend")}
        onDismiss={() => setDone("dismiss")}
      />
      <output>{done}</output>
    </main>
  );
}

export const Mixed = () => <Example sendable={1} />;
export const AllOpen = () => <Example sendable={12_345} total={12_345} />;
export const NoneOpen = () => <Example sendable={0} />;
