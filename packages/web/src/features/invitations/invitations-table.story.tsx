import { useState } from "react";
import type { Invitation } from "@plumb/contract/people/invitations.ts";
import { InvitationsTable } from "./invitations-table.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { sampleInvitation } from "./sample-invitation.ts";

const past = "2026-01-08T12:00:00.000Z";

/** Logs pressed buttons. */
export const EachStatus = () => {
  const [output, setOutput] = useState("");
  return (
    <>
      <InvitationsTable
        invitations={[
          sampleInvitation(1, { role_key: "ADMIN" }),
          sampleInvitation(2, { project_id: 7, project_role_key: "LEAD", project_name: "Web shop" }),
          sampleInvitation(3, { status: "accepted", accepted_at: past, expires_at: past }),
          sampleInvitation(4, { status: "expired", expires_at: past, invited_by_name: null }),
          sampleInvitation(5, { status: "revoked" }),
        ]}
        busyId={2}
        onResend={({ email }) => setOutput(`resend ${email}`)}
        onRevoke={({ email }) => setOutput(`revoke ${email}`)}
      />
      <output>{output}</output>
    </>
  );
};
const nothing = () => undefined;

/** The table with the confirmation dialog. */
export const Asked = () => {
  const [doomed, setDoomed] = useState<Invitation | null>(null);
  return (
    <>
      <InvitationsTable
        invitations={[sampleInvitation(1)]}
        busyId={undefined}
        onResend={nothing}
        onRevoke={setDoomed}
      />
      <RevokeDialog
        invitation={doomed}
        pending={false}
        error={null}
        onRevoke={nothing}
        onClose={() => setDoomed(null)}
      />
    </>
  );
};
export const Hostile = () => (
  <InvitationsTable
    invitations={[
      sampleInvitation(1, {
        email: `${"a".repeat(300)}@example.org`,
        project_id: 1,
        project_role_key: "VIEWER",
        project_name: "<img src=x onerror=\"document.title='pwned'\">".repeat(20),
        invited_by_name: "\u202E".repeat(200),
      }),
    ]}
    busyId={undefined}
    onResend={nothing}
    onRevoke={nothing}
  />
);
