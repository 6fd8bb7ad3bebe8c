import type { SentInvitation } from "@plumb/contract/people/invitations.ts";
import { InvitationLink } from "./invitation-link.tsx";
import { sampleInvitation } from "./sample-invitation.ts";

const link = `http://127.0.0.1:4600/accept-invitation/${"k".repeat(43)}`;
const mailProblem =
  "The invitation was created, but the email could not be sent: the mail server refused the address. Copy the link and send it yourself.";
const display = (mail: SentInvitation["mail"]) => (
  <div style={{ maxWidth: 400, padding: 16 }}>
    <InvitationLink
      sent={{ invitation: sampleInvitation(1), link, mail, mailProblem: mail === "failed" ? mailProblem : null }}
    />
  </div>
);

export const Mailed = () => display("sent");
export const MailFailed = () => display("failed");
export const NoMail = () => display("not_configured");
