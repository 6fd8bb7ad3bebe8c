import { type RefusedError, refusedError } from "@plumb/client/call-error.ts";
import { useState } from "react";
import { sampleWebhook } from "./sample-webhook.ts";
import { MadeSecret } from "./webhook-dialog.tsx";
import { WebhookForm } from "./webhook-form.tsx";

function Example({ editing = false, error = null }: { readonly editing?: boolean; readonly error?: unknown }) {
  const [output, setOutput] = useState("");
  return (
    <main style={{ maxWidth: 520, padding: 16 }}>
      <h1>Webhook</h1>
      <WebhookForm
        webhook={editing ? sampleWebhook() : null}
        pending={false}
        error={error}
        onSubmit={(input) => setOutput(JSON.stringify(input))}
        onCancel={() => setOutput("cancelled")}
      />
      <pre data-testid="said" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {output}
      </pre>
    </main>
  );
}

function refusal(status: number, code: RefusedError["code"], message: string) {
  return refusedError(status, JSON.stringify({ code, error: message }), null);
}

export const New = () => <Example />;
export const Editing = () => <Example editing />;
export const Refused = () => (
  <Example error={refusal(409, "conflict", "A project can have at most 20 webhooks. Delete one first.")} />
);
export const FieldRefused = () => (
  <Example
    error={refusedError(
      400,
      JSON.stringify({
        code: "invalid",
        error: "The address must not contain a user name or password",
        fields: { url: "The address must not contain a user name or password" },
      }),
      null,
    )}
  />
);
export const Secret = () => (
  <main style={{ maxWidth: 520, padding: 16 }}>
    <h1>Add Webhook</h1>
    <MadeSecret secret="3q2-7wJt0vYk8m1Zr5uQx9LbNfHcTgVaSdEiOpKjWyA" onDone={() => undefined} />
  </main>
);
