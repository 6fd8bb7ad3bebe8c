import { refusedError } from "@plumb/client/call-error.ts";
import { useState } from "react";
import { AccessChoice } from "./access-choice.tsx";
import type { AccessChoice as Choice } from "#lib/session/created-access.ts";

const end = () => Promise.resolve();
const entries = [
  { key: "key 1 1", label: "Revoke API key Nightly (Shop)", end },
  { key: "webhook 1 2", label: "Delete webhook https://hooks.example.org/plumb (Shop)", end },
  { key: "invitation 3", label: "Revoke invitation of ada@example.org (this server)", end },
];

function Example(input: Partial<Choice>) {
  const [chosen, choose] = useState<readonly string[]>([]);
  return (
    <>
      <AccessChoice choice={{ entries, error: null, chosen, choose, endChosen: end, ...input }} />
      <output>{JSON.stringify(chosen)}</output>
    </>
  );
}

export const Several = () => <Example />;
export const Loading = () => <Example entries={undefined} />;
export const Nothing = () => <Example entries={[]} />;
export const Failed = () => <Example error={refusedError(500, "{}", null)} />;
export const Many = () => (
  <Example
    entries={Array.from({ length: 200 }, (_, index) => ({
      key: `key 1 ${index}`,
      label: `Revoke API key ${"n".repeat(100)}${index} (Shop)`,
      end,
    }))}
  />
);
