import { Button, Select, Table, Text } from "@mantine/core";
import type { ProjectRole } from "@plumb/contract/people/auth.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { type MemberAct, lossOf, roleChoices } from "./member-act.ts";
import styles from "./members-table.module.css";
import { formatCount } from "#lib/format/format.ts";
import { memberName } from "#lib/session/member-label.ts";
import { projectRoleWords } from "#lib/session/role-words.ts";
import { CardTable } from "#ui/card-table.tsx";
import { PersonAvatar } from "#ui/person-avatar.tsx";

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
  /** Id of the person in the open confirmation. */
  readonly onAsk?: (userId: number | null) => void;
  /** Shown in the confirmation. */
  readonly question?: ReactNode;
}

/** Members with their roles. Removing a person or the last lead needs a confirmation. */
export function MembersTable({ members, ownId, mayManage, onChange, onRemove, onAsk, question }: MembersTableProps) {
  const [asked, setAsked] = useState<MemberAct | null>(null);
  const [pending, setPending] = useState(false);
  const ask = (act: MemberAct | null) => {
    setAsked(act);
    onAsk?.(act?.member.id ?? null);
  };
  const carryOut = async ({ member, role }: MemberAct) => {
    setPending(true);
    try {
      await (role === null ? onRemove(member.id) : onChange(member.id, role));
    } catch {
      // The panel shows the error.
    }
    setPending(false);
    ask(null);
  };
  const begin = (act: MemberAct) => {
    if (lossOf(act, members, ownId) === null) void carryOut(act);
    else ask(act);
  };
  if (members.length === 0) {
    return (
      <Text c="dimmed" p={16}>
        No members yet. Administrators can see every project anyway.
      </Text>
    );
  }
  return (
    <>
      <CardTable actions={mayManage} horizontalSpacing={16} columns={["Name", "Email", "Role"]}>
        {members.map((member) => (
          <MemberRow key={member.id} member={member} isOwn={member.id === ownId} mayManage={mayManage} onAct={begin} />
        ))}
      </CardTable>
      {members.length >= maxListed && (
        <Text c="dimmed" p={16}>{`Only the first ${formatCount(maxListed)} members by name are listed.`}</Text>
      )}
      <ConfirmDialog
        act={asked}
        text={asked === null ? "" : (lossOf(asked, members, ownId) ?? "")}
        pending={pending}
        onCancel={() => ask(null)}
        onConfirm={() => {
          if (asked !== null) void carryOut(asked);
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
  readonly onAct: (act: MemberAct) => void;
}

function MemberRow({ member, isOwn, mayManage, onAct }: MemberRowProps) {
  return (
    <Table.Tr>
      <Table.Td data-part="name" fw={550}>
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
            onChange={(role) => role !== null && role !== member.role_key && onAct({ member, role })}
            allowDeselect={false}
            className={styles["role"] ?? ""}
          />
        ) : (
          projectRoleWords[member.role_key]
        )}
      </Table.Td>
      {mayManage && (
        <Table.Td data-part="actions">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Remove ${memberName(member)}`}
            onClick={() => onAct({ member, role: null })}
          >
            Remove
          </Button>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
