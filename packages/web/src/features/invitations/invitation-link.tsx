import { Alert, Text } from "@mantine/core";
import type { SentInvitation } from "@plumb/contract/people/invitations.ts";
import { formatMoment } from "#lib/format/format.ts";
import { CommandLine } from "#ui/command-line.tsx";

/** The link of an invitation, to pass on by hand, and what became of the mail. The link is not shown again. */
export function InvitationLink({ sent }: { readonly sent: SentInvitation }) {
  const { invitation, link, mail, mailProblem } = sent;
  return (
    <>
      <Alert color={mail === "failed" ? "red" : "brand"} variant="light" mb="sm">
        {mail === "sent" && `A mail with this link is on its way to ${invitation.email}.`}
        {mail === "failed" && (mailProblem ?? "The mail could not be sent. Copy the link and send it yourself.")}
        {mail === "not_configured" &&
          `No mail was sent: this server has no e-mail connector. Pass this link on to ${invitation.email} yourself.`}
      </Alert>
      <CommandLine command={link} what="invitation link" />
      <Text c="dimmed" size="sm" mt="xs">
        {`It works once, until ${formatMoment(invitation.expires_at)}, and is not shown again; resending makes a new one.`}
      </Text>
    </>
  );
}
