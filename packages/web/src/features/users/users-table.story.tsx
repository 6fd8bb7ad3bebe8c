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
    onAct={nothing}
    onResetLink={nothing}
  />
);
export const Many = () => (
  <UsersTable
    users={Array.from({ length: 200 }, (_, index) => sampleAccount(index + 1))}
    ownId={1}
    onAct={nothing}
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
    onAct={nothing}
    onResetLink={nothing}
  />
);
