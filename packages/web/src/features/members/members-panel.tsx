import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { AddMemberForm } from "./add-member-form.tsx";
import { MembersTable } from "./members-table.tsx";
import { membersQuery, useChangeMember, useRemoveMember } from "./members.queries.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { FormError } from "#ui/form-error.tsx";
import panel from "#ui/panel.module.css";
import { showSuccess } from "#ui/toast.ts";

/** Who belongs to a project; whoever may manage it adds, changes and removes. */
export function MembersPanel({ projectId, mayManage }: { readonly projectId: number; readonly mayManage: boolean }) {
  const members = useQuery(membersQuery(projectId));
  const { data: account } = useQuery(ownAccountQuery);
  const change = useChangeMember(projectId);
  const remove = useRemoveMember(projectId);
  if (members.isError && members.data === undefined)
    return (
      <ErrorPanel error={members.error} fallback="Failed to load members" onRetry={() => void members.refetch()} />
    );
  return (
    <section className={panel["panel"]} aria-label="Members">
      {mayManage && (
        <div style={{ padding: 16 }}>
          <AddMemberForm projectId={projectId} key={projectId} />
        </div>
      )}
      {change.isError && <FormError error={change.error} fallback="Failed to change the role" />}
      {remove.isError && <FormError error={remove.error} fallback="Failed to remove the member" />}
      {members.data === undefined ? (
        <Skeleton height={160} m={16} width="auto" />
      ) : (
        <MembersTable
          members={members.data}
          ownId={account?.id ?? null}
          mayManage={mayManage}
          onChange={(userId, roleKey) =>
            change.mutate({ userId, roleKey }, { onSuccess: () => showSuccess("Role changed") })
          }
          onRemove={(userId) => remove.mutate(userId, { onSuccess: () => showSuccess("Member removed") })}
        />
      )}
    </section>
  );
}
