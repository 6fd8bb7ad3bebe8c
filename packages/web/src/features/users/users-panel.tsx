import { SegmentedControl, Skeleton } from "@mantine/core";
import type { Account } from "@plumb/contract/people/users.ts";
import { useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useState } from "react";
import { type UserAction, userActions } from "./account-change.ts";
import { ChangeUserDialog } from "./change-user-dialog.tsx";
import { ResetLinkDialog } from "./reset-link-dialog.tsx";
import { UsersTable } from "./users-table.tsx";
import styles from "./users-panel.module.css";
import { type UserFilter, useChangeUser, useCreateResetLink, usersQuery } from "./users.queries.ts";
import { useAccessChoice } from "#lib/session/created-access.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { displayName } from "#lib/session/shown-name.ts";
import { AccessChoice } from "#ui/input/access-choice.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import panel from "#ui/layout/panel.module.css";
import { SearchBox } from "#ui/list/search-box.tsx";
import { showSuccess } from "#ui/feedback/toast.ts";

const statuses = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "deactivated", label: "Deactivated" },
] as const;

interface UsersPanelProps {
  readonly filter: UserFilter;
  readonly onSearch: (text: string) => void;
  readonly onStatus: (status: Account["status"] | undefined) => void;
  /** Shown to the right of the filters. */
  readonly actions: ReactNode;
}

/** Accounts of this server, with search and actions. */
export function UsersPanel({ filter, onSearch, onStatus, actions }: UsersPanelProps) {
  const users = useInfiniteQuery(usersQuery(filter));
  const own = useQuery(ownAccountQuery);
  const change = useChangeUser();
  const [pendingChange, setPendingChange] = useState<{ account: Account; action: UserAction } | null>(null);
  const resetLink = useCreateResetLink();
  const [resetFor, setResetFor] = useState<Account | null>(null);
  const takes = pendingChange !== null && (pendingChange.action === "demote" || pendingChange.action === "deactivate");
  const choice = useAccessChoice(takes ? pendingChange.account.id : null);
  const close = () => {
    setPendingChange(null);
    change.reset();
  };
  const confirm = () => {
    if (pendingChange === null) return;
    const wording = userActions[pendingChange.action];
    change.mutate(
      // Revokes access first, because administrators who change themselves cannot do it afterwards.
      { userId: pendingChange.account.id, change: wording.change, before: choice.endChosen },
      {
        onSuccess: () => {
          close();
          showSuccess(wording.done(displayName(pendingChange.account)));
        },
      },
    );
  };
  return (
    <section aria-label="Users">
      <UsersTools filter={filter} onSearch={onSearch} onStatus={onStatus} actions={actions} />
      <UsersList
        query={users}
        users={users.data?.pages.flatMap((page) => page.data)}
        ownId={own.data?.id}
        onAction={(account, action) => setPendingChange({ account, action })}
        onResetLink={(account) => {
          setResetFor(account);
          resetLink.mutate(account.id);
        }}
      />
      <LoadMore pages={users} failure="Failed to load more users" />
      <ResetLinkDialog
        name={resetFor === null ? null : displayName(resetFor)}
        reset={resetLink.data}
        error={resetLink.error}
        onClose={() => {
          setResetFor(null);
          resetLink.reset();
        }}
      />
      <ChangeUserDialog
        change={pendingChange}
        own={pendingChange !== null && pendingChange.account.id === own.data?.id}
        pending={change.isPending}
        error={change.error}
        onConfirm={confirm}
        onClose={close}
      >
        {takes && <AccessChoice choice={choice} />}
      </ChangeUserDialog>
    </section>
  );
}

function UsersTools({ filter, onSearch, onStatus, actions }: UsersPanelProps) {
  return (
    <div className={styles["tools"]}>
      <SearchBox label="Search users" value={filter.search ?? ""} onChange={onSearch} />
      <SegmentedControl
        aria-label="User status"
        data={[...statuses]}
        value={filter.status ?? "all"}
        onChange={(value) => onStatus(value === "all" ? undefined : value)}
        size="sm"
      />
      <span className={styles["actions"]}>{actions}</span>
    </div>
  );
}

interface UsersListProps extends Omit<ComponentProps<typeof UsersTable>, "users"> {
  readonly query: Pick<UseInfiniteQueryResult, "error" | "isError" | "isPlaceholderData" | "refetch">;
  /** `undefined` until the first page is loaded. */
  readonly users: readonly Account[] | undefined;
}

function UsersList({ query, users, ...table }: UsersListProps) {
  if (users === undefined)
    return query.isError ? (
      <ErrorPanel error={query.error} fallback="Failed to load users" onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton className={styles["loading"] ?? ""} />
    );
  if (users.length === 0)
    return (
      <EmptyState title="No users found">
        <p style={{ margin: 0 }}>No users match. Try a different search term, or show all.</p>
      </EmptyState>
    );
  return (
    <div className={`${panel["panel"]} ${styles["list"]}`} aria-busy={query.isPlaceholderData}>
      <UsersTable users={users} {...table} />
    </div>
  );
}
