import type { OpenQuarantine } from "@plumb/contract/tests/quarantine.ts";
import type { User } from "@plumb/contract/people/auth.ts";
import { useState } from "react";
import { queryClient } from "#lib/api/query-client.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { QuarantineFailures } from "./quarantine-failures-dialog.tsx";
import { QuarantineForm } from "./quarantine-form.tsx";
import { QuarantineNotice } from "./quarantine-notice.tsx";

const quarantine: OpenQuarantine = {
  id: 1,
  kind: "quarantine",
  reason: "BUG-7: the sandbox of the bank is slow",
  owner: "ana",
  by: "Ben Ode",
  startsAt: "2026-02-20T08:00:00.000Z",
  endsAt: "2099-04-20T08:00:00.000Z",
  releaseAfter: 10,
  cleanRuns: 4,
};

function Filled({ of }: { readonly of: OpenQuarantine | null }) {
  const [done, setDone] = useState("");
  return (
    <>
      <QuarantineForm
        quarantine={of}
        owner="@team-payments"
        pending={false}
        error={null}
        onSubmit={(draft) => setDone(JSON.stringify(draft))}
        onCancel={() => setDone("cancelled")}
      />
      <output aria-label="Done">{done}</output>
    </>
  );
}

/** The time zone of the user's profile differs from that of the device. */
export function InApia() {
  queryClient.setQueryData(ownAccountQuery.queryKey, { timezone: "Pacific/Apia" } as User);
  return <Filled of={quarantine} />;
}

export const NewForm = () => <Filled of={null} />;
export const ChangeForm = () => <Filled of={quarantine} />;
export const Notice = () => <QuarantineNotice quarantine={quarantine} onRelease={() => undefined} busy={false} />;
export const NoticeOfViewer = () => (
  <QuarantineNotice
    quarantine={{ ...quarantine, kind: "mute", by: null, owner: null, endsAt: null, releaseAfter: null }}
    onRelease={undefined}
    busy={false}
  />
);

const names = ["pays by card [firefox]", "pays by card [chromium]", "‏يدفع بالبطاقة", "x".repeat(300)];

function Failures({ tests, unchanged }: { readonly tests: number; readonly unchanged: number }) {
  const [done, setDone] = useState("");
  return (
    <>
      <QuarantineFailures
        preview={{
          testIds: Array.from({ length: tests }, (_, index) => index + 1),
          names: names.slice(0, tests),
          unchanged,
        }}
        reason="connect ECONNREFUSED 10.0.0.7:3000"
        pending={false}
        releasing={false}
        error={null}
        onSubmit={(draft) => setDone(JSON.stringify(draft))}
        onRelease={() => setDone("released")}
        onCancel={() => setDone("cancelled")}
      />
      <output aria-label="Done">{done}</output>
    </>
  );
}

export const TestsOfCause = () => <Failures tests={12} unchanged={2} />;
export const AllInQuarantine = () => <Failures tests={0} unchanged={3} />;
export const NoTests = () => <Failures tests={0} unchanged={0} />;
