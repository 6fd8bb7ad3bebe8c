import { Button, Group, Table, VisuallyHidden } from "@mantine/core";
import type { Invitation } from "@plumb/contract/invitations.ts";
import { InvitationStatusMark } from "./invitation-status.tsx";
import styles from "./invitations-table.module.css";
import { clip, formatDay, formatMoment } from "#lib/format.ts";
import { projectRoleWords, systemRoleWords } from "#lib/role-words.ts";
import { shownName } from "#lib/shown-name.ts";
import cards from "#ui/card-table.module.css";
import { useNow } from "#ui/now.ts";
import { TimeAgo } from "#ui/time-ago.tsx";

interface InvitationsTableProps {
  readonly invitations: readonly Invitation[];
  /** The invitation that something is being done with. */
  readonly busyId: number | undefined;
  readonly onResend: (invitation: Invitation) => void;
  readonly onRevoke: (invitation: Invitation) => void;
}

/** Who was invited where by whom, and how it stands. What is pending can be resent or revoked. */
export function InvitationsTable({ invitations, busyId, onResend, onRevoke }: InvitationsTableProps) {
  return (
    <Table verticalSpacing={8} className={cards["table"] ?? ""} aria-label="Invitations">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Email</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Role</Table.Th>
          <Table.Th>Created</Table.Th>
          <Table.Th>Expires</Table.Th>
          <Table.Th>Invited by</Table.Th>
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {invitations.map((invitation) => (
          <Table.Tr key={invitation.id}>
            <Table.Td className={styles["email"] ?? ""}>{invitation.email}</Table.Td>
            <Table.Td data-part="short">
              <InvitationStatusMark status={invitation.status} />
            </Table.Td>
            <Table.Td>
              <RoleOf invitation={invitation} />
            </Table.Td>
            <Table.Td data-part="short" data-label="Created">
              <TimeAgo moment={invitation.created_at} />
            </Table.Td>
            <Table.Td data-part="short" data-label="Expires">
              <Expiry moment={invitation.expires_at} />
            </Table.Td>
            <Table.Td data-label="Invited by" title={invitation.invited_by_email}>
              {clip(senderOf(invitation), 100)}
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
      </Table.Tbody>
    </Table>
  );
}

function RoleOf({ invitation: { role_key, project_role_key, project_name } }: { readonly invitation: Invitation }) {
  if (project_role_key === null) return systemRoleWords[role_key];
  return (
    <>
      {projectRoleWords[project_role_key]} <span className={styles["in"]}>{`in ${clip(project_name ?? "", 100)}`}</span>
    </>
  );
}

/** Their name; whoever gave none has a readable form of their address. */
function senderOf({ invited_by_name: name, invited_by_email: username }: Invitation): string {
  return shownName({ displayName: null, name, username });
}

/** The day; red, and said to be past, once it is. */
function Expiry({ moment }: { readonly moment: string }) {
  const past = new Date(moment).getTime() <= useNow();
  return (
    <time dateTime={moment} title={formatMoment(moment)} {...(past && { className: styles["past"] })}>
      {past ? `${formatDay(moment)}, past` : formatDay(moment)}
    </time>
  );
}
