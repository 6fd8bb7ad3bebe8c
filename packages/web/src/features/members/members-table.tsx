import { Button, Select, Table, Text } from "@mantine/core";
import type { ProjectRole } from "@plumb/contract/people/auth.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { type MemberAction, lossOf, roleChoices } from "./member-action.ts";
import styles from "./members-table.module.css";
import { formatCount } from "#lib/format/format.ts";
import { memberName } from "#lib/session/member-label.ts";
import { projectRoleLabels } from "#lib/session/role-labels.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import { PersonAvatar } from "#ui/text/person-avatar.tsx";

/** Limit of the server. */
const maxListed = 1000;

interface MembersTableProps {
  readonly members: readonly Member[];
  /** Id of the user's own account. */
  readonly ownId: number | null;
  readonly mayManage: boolean;
  /** Saves a change. Rejects if the server rejects it. */
  readonly onChange: (userId: number, role: ProjectRole) => Promise<unknown>;
  readonly onRemove: (userId: number) => Promise<unknown>;
  /** Id of the user in the open confirmation. */
  readonly onAsk?: (userId: number | null) => void;
  /** Shown in the confirmation. */
  readonly question?: ReactNode;
}

/** Members with their roles. Removing a user or the last lead requires confirmation. */
export function MembersTable({ members, ownId, mayManage, onChange, onRemove, onAsk, question }: MembersTableProps) {
  const [confirming, setConfirming] = useState<MemberAction | null>(null);
  const [pending, setPending] = useState(false);
  const ask = (action: MemberAction | null) => {
    setConfirming(action);
    onAsk?.(action?.member.id ?? null);
  };
  const carryOut = async ({ member, role }: MemberAction) => {
    setPending(true);
    try {
      await (role === null ? onRemove(member.id) : onChange(member.id, role));
    } catch {
      // The panel shows the error.
    }
    setPending(false);
    ask(null);
  };
  const begin = (action: MemberAction) => {
    if (lossOf(action, members, ownId) === null) void carryOut(action);
    else ask(action);
  };
  if (members.length === 0) {
    return (
      <Text c="dimmed" p={16}>
        No members yet. Administrators can see all projects without being members.
      </Text>
    );
  }
  return (
    <>
      <CardTable actions={mayManage} horizontalSpacing={16} columns={["Name", "Email", "Role"]}>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isOwn={member.id === ownId}
            mayManage={mayManage}
            onAction={begin}
          />
        ))}
      </CardTable>
      {members.length >= maxListed && (
        <Text c="dimmed" p={16}>{`Only the first ${formatCount(maxListed)} members by name are listed.`}</Text>
      )}
      <ConfirmDialog
        action={confirming}
        text={confirming === null ? "" : (lossOf(confirming, members, ownId) ?? "")}
        pending={pending}
        onCancel={() => ask(null)}
        onConfirm={() => {
          if (confirming !== null) void carryOut(confirming);
        }}
      >
        {question}
      </ConfirmDialog>
    </>
  );
}

interface MemberRowProps {
  readonly member: Member;
  /** Whether this is the signed-in user. */
  readonly isOwn: boolean;
  readonly mayManage: boolean;
  readonly onAction: (action: MemberAction) => void;
}

function MemberRow({ member, isOwn, mayManage, onAction }: MemberRowProps) {
  return (
    <Table.Tr>
      <Table.Td data-part="name" fw="var(--mantine-font-weight-bold)">
        <span className={styles["who"]}>
          <PersonAvatar name={memberName(member)} url={member.avatarUrl} size={26} />
          <span>
            {memberName(member)}
            {isOwn && <span className={styles["note"]}> (you)</span>}
            {!member.active && <span className={styles["note"]}> · deactivated</span>}
          </span>
        </span>
      </Table.Td>
      <Table.Td data-label="Email">{member.email}</Table.Td>
      <Table.Td data-label="Role">
        {mayManage ? (
          <Select
            size="xs"
            w={120}
            aria-label={`Role of ${memberName(member)}`}
            data={roleChoices}
            value={member.role_key}
            onChange={(role) => role !== null && role !== member.role_key && onAction({ member, role })}
            allowDeselect={false}
            className={styles["role"] ?? ""}
          />
        ) : (
          projectRoleLabels[member.role_key]
        )}
      </Table.Td>
      {mayManage && (
        <Table.Td data-part="actions">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Remove ${memberName(member)}`}
            onClick={() => onAction({ member, role: null })}
          >
            Remove
          </Button>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
