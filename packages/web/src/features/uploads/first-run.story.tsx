import type { Upload } from "@plumb/contract/runs/uploads.ts";
import { useState } from "react";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import type { FirstContact } from "./first-contact.ts";
import { type FirstKeys, FirstRunView } from "./first-run-view.tsx";
import type { Connection } from "./listening-notice.tsx";
import { sampleUpload } from "./sample-upload.ts";

interface ExampleProps {
  readonly contact?: FirstContact;
  readonly connection?: Connection;
  readonly keyNames?: readonly string[];
  readonly secret?: string;
  readonly error?: Error;
  readonly mayCreate?: boolean;
  readonly address?: string;
  readonly silentMs?: number;
  readonly name?: string;
}

const firstAt = "2026-03-04T09:12:00.000Z";
const unread: Pick<Upload, "reports" | "tests"> = { tests: 0, reports: [] };
const secretKey = "plumb_7_a4TxQ0example0example0example00";

function Example({ contact = { kind: "none" }, connection = "listening", mayCreate = true, ...rest }: ExampleProps) {
  const [sinceMs] = useState(() => Date.now() - (rest.silentMs ?? 0));
  const [secret, setSecret] = useState(rest.secret);
  const [isCreating, setCreating] = useState(false);
  const keys: FirstKeys = {
    names: rest.keyNames ?? [],
    secret,
    create: async () => {
      if (rest.error !== undefined) throw rest.error;
      setCreating(true);
      await Promise.resolve();
      setCreating(false);
      setSecret(secretKey);
      return secretKey;
    },
    isCreating,
    error: rest.error ?? null,
  };
  return (
    <main>
      <h1>Dashboard</h1>
      <EmptyState title="No reports found. Run your first test to get started.">
        <FirstRunView
          address={rest.address ?? "https://plumb.example.com:4600/tests"}
          project={{ id: 7, name: rest.name ?? "Web shop", type: "playwright" }}
          keys={mayCreate ? keys : null}
          contact={contact}
          connection={connection}
          sinceMs={sinceMs}
          onPick={() => undefined}
        />
      </EmptyState>
    </main>
  );
}

export const Listening = () => <Example />;
export const WithAKey = () => <Example secret={secretKey} />;
export const OtherKeys = () => <Example keyNames={["GitHub Actions", "Nightly"]} />;
export const KeyRefused = () => <Example error={new Error("The server is read-only.")} />;
export const MayNotCreateKeys = () => <Example mayCreate={false} />;
export const OnThisComputer = () => <Example address="http://127.0.0.1:4600" />;
export const Silent = () => <Example silentMs={120_000} />;
export const Offline = () => <Example connection="offline" />;
export const Unreachable = () => <Example connection="unreachable" />;
export const Receiving = () => (
  <Example
    contact={{
      kind: "receiving",
      firstAt,
      upload: sampleUpload({ ...unread, state: "reading", way: "live", name: "Playwright reporter", tests: 34 }),
    }}
  />
);
export const Arrived = () => <Example contact={{ kind: "arrived", firstAt, upload: sampleUpload(), reportId: 41 }} />;
export const WrongFile = () => (
  <Example
    secret={secretKey}
    contact={{
      kind: "rejected",
      firstAt,
      upload: sampleUpload({
        ...unread,
        state: "rejected",
        name: "notes.txt",
        reason: "No report could be read, so nothing was stored. notes.txt: It is plain text without any test in it.",
      }),
    }}
  />
);
export const WrongKey = () => (
  <Example
    contact={{
      kind: "rejected",
      firstAt,
      upload: sampleUpload({
        ...unread,
        state: "rejected",
        fileCount: 0,
        sender: { kind: "unknown", name: null, keyId: null },
        name: "files that were not read",
        reason:
          "The request had a wrong API key. It starts like First report, but is incomplete or mistyped. Nothing was stored. Copy the whole key, or create a new one.",
      }),
    }}
  />
);
export const Hostile = () => (
  <Example
    name={"متجر الويب".repeat(30)}
    keyNames={["x".repeat(300)]}
    contact={{
      kind: "rejected",
      firstAt,
      upload: sampleUpload({ ...unread, state: "rejected", name: "<b>".repeat(200), reason: "y".repeat(5000) }),
    }}
  />
);
