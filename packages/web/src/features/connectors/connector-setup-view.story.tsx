import type { ConnectorSetup } from "@plumb/contract/integrations/connectors.ts";
import { type ComponentProps, useState } from "react";
import { ConnectorSetupView } from "./connector-setup-view.tsx";
import { sampleConfigured, sampleSetup, sampleWays } from "./sample-connectors.ts";

type Pending = ComponentProps<typeof ConnectorSetupView>["pending"];

/** Shows the values that would be sent. Saving returns the test result of `passes`. */
function Example({
  start,
  passes = true,
  pending = null,
  error = null,
}: {
  readonly start: ConnectorSetup;
  readonly passes?: boolean;
  readonly pending?: Pending;
  readonly error?: unknown;
}) {
  const [setup, setSetup] = useState(start);
  const [output, setOutput] = useState("");
  return (
    <main style={{ maxWidth: 520, padding: 16 }}>
      <h1>Configure</h1>
      <ConnectorSetupView
        setup={setup}
        pending={pending}
        error={error}
        onAction={async (action) => {
          setOutput(JSON.stringify(action));
          if (action.kind !== "save") return setup;
          const secrets = setup.fields.filter(({ kind }) => kind === "secret").map(({ name }) => name);
          const values = Object.fromEntries(Object.entries(action.values).filter(([name]) => !secrets.includes(name)));
          const message = passes
            ? "A test email was sent to ada@example.org."
            : "smtp.example.org:587 does not respond.";
          const after = sampleConfigured({
            ...setup,
            configured: true,
            values,
            lastTest: { at: "2026-03-04T10:00:00.000Z", passed: passes, message },
          });
          setSetup(after);
          return after;
        }}
        onClose={() => setOutput("closed")}
      />
      <pre data-testid="said">{output}</pre>
    </main>
  );
}

export const New = ({ passes = true }: { readonly passes?: boolean }) => (
  <Example start={sampleSetup()} passes={passes} />
);
export const TwoWays = ({ passes = true }: { readonly passes?: boolean }) => (
  <Example start={sampleWays()} passes={passes} />
);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
export const Expiring = () => (
  <Example start={sampleConfigured({ expiry: { reportedAt: inDays(12), lastDay: null } })} />
);
export const Expired = () => (
  <Example start={sampleConfigured({ expiry: { reportedAt: inDays(-2), lastDay: null } })} />
);
export const ValidUntil = () => (
  <Example start={sampleConfigured({ expiry: { reportedAt: null, lastDay: inDays(40).slice(0, 10) } })} />
);
export const Enabled = () => (
  <Example start={sampleConfigured({ uses: { connections: 3, projects: 2, returnable: true } })} />
);
export const Failed = () => (
  <Example
    start={sampleConfigured({
      lastTest: {
        at: "2026-03-04T10:00:00.000Z",
        passed: false,
        message: `The mail server rejected the user name and password. Response: ${"535".repeat(60)}`,
      },
    })}
  />
);
export const SwitchedOff = () => <Example start={sampleConfigured({ disabled: true })} />;
export const SecretUnreadable = () => (
  <Example
    start={sampleConfigured({
      problem:
        "The secret was stored under another PLUMB_SECRET. Enter it again, or start the server with the earlier one.",
    })}
  />
);
export const Testing = () => <Example start={sampleConfigured()} pending="test" />;
export const Refused = () => <Example start={sampleSetup()} error={new Error("no sentence of its own")} />;
