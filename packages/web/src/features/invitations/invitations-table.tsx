import { Button, Group, Table } from "@mantine/core";
import type { Invitation } from "@plumb/contract/people/invitations.ts";
import { InvitationStatusMark } from "./invitation-status.tsx";
import styles from "./invitations-table.module.css";
import { cut, formatDay, formatTimestamp } from "#lib/format/format.ts";
import { projectRoleLabels, systemRoleLabels } from "#lib/session/role-labels.ts";
import { displayName } from "#lib/session/shown-name.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import { useNow } from "#ui/text/now.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";

interface InvitationsTableProps {
  readonly invitations: readonly Invitation[];
  /** Id of the invitation with an action in progress. */
  readonly busyId: number | undefined;
  readonly onResend: (invitation: Invitation) => void;
  readonly onRevoke: (invitation: Invitation) => void;
}

/** Invitations with their state. Pending ones can be resent or revoked. */
export function InvitationsTable({ invitations, busyId, onResend, onRevoke }: InvitationsTableProps) {
  return (
    <CardTable label="Invitations" actions columns={["Email", "Status", "Role", "Created", "Expires", "Invited by"]}>
      {invitations.map((invitation) => (
        <Table.Tr key={invitation.id}>
          <Table.Td className={styles["email"] ?? ""}>{invitation.email}</Table.Td>
          <Table.Td data-part="short">
            <InvitationStatusMark status={invitation.status} />
          </Table.Td>
          <Table.Td data-part="fit">
            <RoleOf invitation={invitation} />
          </Table.Td>
          <Table.Td data-part="short" data-label="Created">
            <TimeAgo timestamp={invitation.created_at} />
          </Table.Td>
          <Table.Td data-part="short" data-label="Expires">
            <Expiry timestamp={invitation.expires_at} />
          </Table.Td>
          <Table.Td data-label="Invited by" title={invitation.invited_by_email}>
            {cut(senderOf(invitation), 100)}
          </Table.Td>
          <Table.Td>
            {invitation.status === "pending" && (
              <Group gap={6} wrap="nowrap" className={styles["buttons"] ?? ""}>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={busyId === invitation.id}
                  onClick={() => onResend(invitation)}
                  aria-label={`Resend to ${invitation.email}`}
                >
                  Resend
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={busyId === invitation.id}
                  onClick={() => onRevoke(invitation)}
                  aria-label={`Revoke for ${invitation.email}`}
                >
                  Revoke
                </Button>
              </Group>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </CardTable>
  );
}

function RoleOf({ invitation: { role_key, project_role_key, project_name } }: { readonly invitation: Invitation }) {
  if (project_role_key === null) return systemRoleLabels[role_key];
  return (
    <>
      {projectRoleLabels[project_role_key]} <span className={styles["in"]}>{`in ${cut(project_name ?? "", 100)}`}</span>
    </>
  );
}

/** Returns the name of the sender, or a readable form of the address. */
function senderOf({ invited_by_name: name, invited_by_email: username }: Invitation): string {
  return displayName({ displayName: null, name, username });
}

/** Day of expiry, red and marked if it is over. */
function Expiry({ timestamp }: { readonly timestamp: string }) {
  const past = new Date(timestamp).getTime() <= useNow();
  return (
    <time dateTime={timestamp} title={formatTimestamp(timestamp)} {...(past && { className: styles["past"] })}>
      {past ? `Expired ${formatDay(timestamp)}` : formatDay(timestamp)}
    </time>
  );
}
