import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AddMemberForm } from "./add-member-form.tsx";
import { MembersTable } from "./members-table.tsx";
import { membersQuery, useChangeMember, useRemoveMember } from "./members.queries.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { useAccessChoice } from "#lib/session/created-access.ts";
import { AccessChoice } from "#ui/input/access-choice.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { FormError } from "#ui/form/form-error.tsx";
import panel from "#ui/layout/panel.module.css";
import { showSuccess } from "#ui/feedback/toast.ts";

/** Members of a project; leads can add, change and remove them. */
export function MembersPanel({ projectId, mayManage }: { readonly projectId: number; readonly mayManage: boolean }) {
  const members = useQuery(membersQuery(projectId));
  const { data: account } = useQuery(ownAccountQuery);
  const change = useChangeMember(projectId);
  const remove = useRemoveMember(projectId);
  const [requestedId, setRequestedId] = useState<number | null>(null);
  const [endError, setEndError] = useState<unknown>(null);
  const choice = useAccessChoice(requestedId, projectId);
  /** Revokes the selected access first, because users who remove themselves cannot do it afterwards. */
  const endChosen = async () => {
    setEndError(null);
    try {
      await choice.endChosen();
    } catch (error) {
      setEndError(error);
      throw error;
    }
  };
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
      {endError !== null && <FormError error={endError} fallback="Failed to revoke access that this member created" />}
      {remove.isError && <FormError error={remove.error} fallback="Failed to remove the member" />}
      {members.data === undefined ? (
        <Skeleton height={160} m={16} width="auto" />
      ) : (
        <MembersTable
          members={members.data}
          ownId={account?.id ?? null}
          mayManage={mayManage}
          onAsk={setRequestedId}
          question={<AccessChoice choice={choice} />}
          onChange={async (userId, roleKey) => {
            await endChosen();
            await change.mutateAsync({ userId, roleKey });
            showSuccess("Role changed");
          }}
          onRemove={async (userId) => {
            await endChosen();
            await remove.mutateAsync(userId);
            showSuccess("Member removed");
          }}
        />
      )}
    </section>
  );
}
