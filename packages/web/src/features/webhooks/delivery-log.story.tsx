import { useState } from "react";
import { DeliveryLog } from "./delivery-log.tsx";
import { sampleDelivery } from "./sample-webhook.ts";

const deliveries = [
  sampleDelivery({
    id: 44,
    event: "failure.new",
    status: "pending",
    attempts: 2,
    nextAttemptAt: "2999-03-04T10:00:00.000Z",
    responseStatus: 503,
    responseBody: "<h1>Busy</h1>",
    error: "The receiver responded with 503 instead of 2xx.",
  }),
  sampleDelivery({ id: 43, event: "ping", reportId: null, responseBody: "" }),
  sampleDelivery({
    id: 42,
    status: "failed",
    attempts: 6,
    responseStatus: null,
    responseBody: null,
    durationMs: 10_000,
    error: "hooks.example.org:443 did not respond within 10 seconds.",
  }),
  sampleDelivery({
    id: 41,
    event: "run.finished",
    status: "pending",
    attempts: 0,
    lastAttemptAt: null,
    nextAttemptAt: "2026-03-04T10:00:00.000Z",
    durationMs: null,
    responseStatus: null,
    responseBody: null,
  }),
  sampleDelivery({ id: 40, responseBody: "long".repeat(200) }),
];

const toChannel = [
  sampleDelivery({
    id: 31,
    event: "message",
    reportId: null,
    request: "POST https://chat.example.org/[removed]",
    status: "failed",
    attempts: 6,
    responseStatus: 400,
    responseBody: "invalid_payload",
    error: "Mattermost responded with 400.",
    history: [
      { at: "2026-03-04T09:00:00.000Z", durationMs: 10_000, responseStatus: null, error: "It did not respond." },
      { at: "2026-03-04T10:00:00.000Z", durationMs: 84, responseStatus: 400, error: "Mattermost responded with 400." },
    ],
  }),
  sampleDelivery({
    id: 30,
    event: "message",
    title: "“checkout” fails: applyVoucher is not defined",
    reportId: null,
    request: "POST https://chat.example.org/[removed]",
  }),
];

function Example({
  enabled = true,
  ofConnection = false,
}: {
  readonly enabled?: boolean;
  readonly ofConnection?: boolean;
}) {
  const [done, setDone] = useState("");
  return (
    <main>
      <h1>Deliveries</h1>
      <DeliveryLog
        deliveries={ofConnection ? toChannel : deliveries}
        onlyFailed={ofConnection}
        enabled={enabled}
        busy={null}
        onRedeliver={(id) => setDone(String(id))}
        renderSent={(id) => <code>{`{"delivery":${id}}`}</code>}
      />
      <output>{done}</output>
    </main>
  );
}

export const Mixed = () => <Example />;
export const OfConnection = () => <Example ofConnection />;
export const Disabled = () => <Example enabled={false} />;
