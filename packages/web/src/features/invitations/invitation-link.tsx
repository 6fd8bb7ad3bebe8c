import { Alert, Text } from "@mantine/core";
import type { SentInvitation } from "@plumb/contract/people/invitations.ts";
import { formatTimestamp } from "#lib/format/format.ts";
import { CommandLine } from "#ui/code/command-line.tsx";

/** Link of an invitation to share manually, and the result of the email. The link is not shown again. */
export function InvitationLink({ sent }: { readonly sent: SentInvitation }) {
  const { invitation, link, mail, mailProblem } = sent;
  return (
    <>
      {mail === "failed" && (
        <Alert color="red" variant="light" mb="sm" role="alert">
          {mailProblem ?? "The email could not be sent. Copy the link and send it yourself."}
        </Alert>
      )}
      <Text mb="xs">
        {mail === "sent"
          ? `An email with this link is on its way to ${invitation.email}.`
          : `Copy this link and send it to ${invitation.email}:`}
      </Text>
      <CommandLine command={link} what="invitation link" />
      <Text c="dimmed" size="sm" mt="xs">
        {`It works once, until ${formatTimestamp(invitation.expires_at)}, and is not shown again. Resending creates a new link.`}
        {mail === "not_configured" && " No email was sent because no email server is connected."}
      </Text>
    </>
  );
}
