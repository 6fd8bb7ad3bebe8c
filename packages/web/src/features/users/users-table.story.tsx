import type { Account } from "@plumb/contract/people/users.ts";
import { useState } from "react";
import type { UserAction } from "./account-change.ts";
import { ChangeUserDialog } from "./change-user-dialog.tsx";
import { ResetLinkDialog } from "./reset-link-dialog.tsx";
import { sampleAccount } from "./sample-account.ts";
import { UsersTable } from "./users-table.tsx";

const nothing = () => undefined;
const projects = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Project ${index + 1}`, role: "LEAD" as const }));

export const Team = () => (
  <UsersTable
    users={[
      sampleAccount(1, { name: null, email: "ada@example.org", role: "ADMIN", projects: [] }),
      sampleAccount(2, { displayName: "Grace", projects: projects(5) }),
      sampleAccount(3, { status: "deactivated", lastSeenAt: null, projects: [] }),
    ]}
    ownId={1}
    onAction={nothing}
    onResetLink={nothing}
  />
);
/** The table with the dialogs that the menu of a row opens. */
export const Asked = () => {
  const [requested, setRequested] = useState<{ account: Account; action: UserAction } | null>(null);
  const [resetFor, setResetFor] = useState<string | null>(null);
  return (
    <>
      <UsersTable
        users={[sampleAccount(1), sampleAccount(2)]}
        ownId={1}
        onAction={(account, action) => setRequested({ account, action })}
        onResetLink={({ email }) => setResetFor(email)}
      />
      <ResetLinkDialog name={resetFor} reset={undefined} error={null} onClose={() => setResetFor(null)} />
      <ChangeUserDialog
        change={requested}
        own={false}
        pending={false}
        error={null}
        onConfirm={nothing}
        onClose={() => setRequested(null)}
      />
    </>
  );
};
export const Many = () => (
  <UsersTable
    users={Array.from({ length: 200 }, (_, index) => sampleAccount(index + 1))}
    ownId={1}
    onAction={nothing}
    onResetLink={nothing}
  />
);
export const Hostile = () => (
  <UsersTable
    users={[
      sampleAccount(1, {
        displayName: "<img src=x onerror=\"document.title='pwned'\">".repeat(50),
        email: `${"a".repeat(300)}@example.org`,
        projects: [{ id: 1, name: "\u202E<b>".repeat(200), role: "VIEWER" }],
      }),
    ]}
    ownId={undefined}
    onAction={nothing}
    onResetLink={nothing}
  />
);
