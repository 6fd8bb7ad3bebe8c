import { Menu, Table } from "@mantine/core";
import type { Account } from "@plumb/contract/people/users.ts";
import { IconBan, IconCircleCheck, IconShieldCheck, IconUser } from "@tabler/icons-react";
import { actionsFor, type UserAction, userActions } from "./account-change.ts";
import styles from "./users-table.module.css";
import { cut, formatCount } from "#lib/format/format.ts";
import { projectRoleLabels } from "#lib/session/role-labels.ts";
import { displayName } from "#lib/session/shown-name.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import { PersonAvatar } from "#ui/text/person-avatar.tsx";
import { ActionMenu } from "#ui/list/action-menu.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";

interface UsersTableProps {
  readonly users: readonly Account[];
  /** Id of the current user. */
  readonly ownId: number | undefined;
  readonly onAction: (account: Account, action: UserAction) => void;
  readonly onResetLink: (account: Account) => void;
}

/** Table of users with their roles, last activity and projects. */
export function UsersTable({ users, ownId, onAction, onResetLink }: UsersTableProps) {
  return (
    <CardTable label="Users" actions verticalSpacing={7} columns={["User", "Role", "Status", "Last seen", "Projects"]}>
      {users.map((account) => (
        <UserRow
          key={account.id}
          account={account}
          own={account.id === ownId}
          onAction={onAction}
          onResetLink={onResetLink}
        />
      ))}
    </CardTable>
  );
}

interface UserRowProps {
  readonly account: Account;
  readonly own: boolean;
  readonly onAction: UsersTableProps["onAction"];
  readonly onResetLink: UsersTableProps["onResetLink"];
}

function UserRow({ account, own, onAction, onResetLink }: UserRowProps) {
  const name = displayName(account);
  return (
    <Table.Tr>
      <Table.Td data-part="name">
        <div className={styles["person"]}>
          <PersonAvatar name={name} url={account.avatarUrl} size={30} />
          <div>
            <span className={styles["name"]}>{cut(name, 100)}</span>
            {own && <span className={styles["own"]}>You</span>}
            <span className={styles["email"]}>{account.email}</span>
          </div>
        </div>
      </Table.Td>
      <Table.Td data-part="short">
        <span className={styles["mark"]}>
          {account.role === "ADMIN" ? (
            <>
              <IconShieldCheck size={15} color="var(--brand-ink)" aria-hidden /> Administrator
            </>
          ) : (
            <>
              <IconUser size={15} color="var(--ink-3)" aria-hidden /> User
            </>
          )}
        </span>
      </Table.Td>
      <Table.Td data-part="short">
        {account.status === "active" ? (
          <span className={styles["mark"]}>
            <IconCircleCheck size={15} color="var(--passed-ink)" aria-hidden /> Active
          </span>
        ) : (
          <span className={styles["mark"]} style={{ color: "var(--ink-2)" }}>
            <IconBan size={15} aria-hidden /> Deactivated
          </span>
        )}
      </Table.Td>
      <Table.Td data-part="short" data-label="Last seen">
        {account.lastSeenAt === null ? "Never" : <TimeAgo timestamp={account.lastSeenAt} />}
      </Table.Td>
      <Table.Td data-label="Projects">
        <Projects account={account} />
      </Table.Td>
      <Table.Td data-part="actions">
        <ActionMenu of={account.email}>
          {account.status === "active" && (
            <Menu.Item onClick={() => onResetLink(account)}>Create password reset link</Menu.Item>
          )}
          {actionsFor(account).map((action) => (
            <Menu.Item key={action} onClick={() => onAction(account, action)}>
              {userActions[action].label}
            </Menu.Item>
          ))}
        </ActionMenu>
      </Table.Td>
    </Table.Tr>
  );
}

const visibleProjects = 3;

/** Shows the first three projects, and the rest on demand. */
function Projects({ account: { projects, role } }: { readonly account: Account }) {
  if (projects.length === 0)
    return <span className={styles["none"]}>{role === "ADMIN" ? "All (administrator)" : "None"}</span>;
  return (
    <>
      <ProjectList projects={projects.slice(0, visibleProjects)} />
      {projects.length > visibleProjects && (
        <details className={styles["more"]}>
          <summary>{`${formatCount(projects.length - visibleProjects)} more`}</summary>
          <ProjectList projects={projects.slice(visibleProjects)} />
        </details>
      )}
    </>
  );
}

function ProjectList({ projects }: Pick<Account, "projects">) {
  return (
    <ul className={styles["projects"]}>
      {projects.map((project) => (
        <li key={project.id}>
          {cut(project.name, 60)} <span>{projectRoleLabels[project.role]}</span>
        </li>
      ))}
    </ul>
  );
}
