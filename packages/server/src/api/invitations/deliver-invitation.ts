import type { Invitation, SentInvitation } from "@plumb/contract/people/invitations.ts";
import { currentSettings } from "#core/current-settings.ts";
import { deliver, type PostOffice } from "#senders/people/deliver.ts";
import type { Letter } from "#connectors/mail/layout.ts";
import { formatTimestamp } from "#senders/people/timestamp.ts";
import type { Context } from "#core/context.ts";

/** The user who invites waits for the result. */
const timeoutMs = 5000;

/** Emails the link and returns the outcome. Mail errors do not fail the invitation. */
export async function deliverInvitation(
  context: PostOffice & Pick<Context, "config">,
  invitation: Invitation,
  link: string,
): Promise<Pick<SentInvitation, "mail" | "mailProblem">> {
  const { brandName, primaryColor } = await currentSettings(context);
  const letter = invitationLetter(invitation, link, { name: brandName, color: primaryColor });
  const delivery = await deliver(context, invitation.email, letter, timeoutMs);
  if (delivery.outcome !== "failed") return { mail: delivery.outcome, mailProblem: null };
  return {
    mail: "failed",
    mailProblem: `The invitation was created, but the email could not be sent: ${delivery.reason} Copy the link and send it yourself.`,
  };
}

function invitationLetter(invitation: Invitation, link: string, brand: Letter["brand"]): Letter {
  const { invited_by_name: name, invited_by_email: email, project_name: project } = invitation;
  const who = name === null ? email : `${name} (${email})`;
  const location = project === null ? brand.name : `the project ${project} on ${brand.name}`;
  return {
    subject: project === null ? `Invitation to ${brand.name}` : `Invitation to ${project} on ${brand.name}`,
    brand,
    paragraphs: [`${who} invited you to ${location}, where the team reads and analyses its test runs.`],
    action: { label: "Accept the invitation", url: link },
    closing: [
      `The link works once, until ${formatTimestamp(new Date(invitation.expires_at), "UTC")}. If you did not expect this email, you can ignore it.`,
    ],
  };
}
