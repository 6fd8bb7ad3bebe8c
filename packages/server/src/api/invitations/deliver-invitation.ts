import type { Invitation } from "@plumb/contract/invitations.ts";

/**
 * Sends the link by mail and says what became of it; never fails the invitation. No e-mail connector exists yet: when
 * one does, it is asked here.
 */
export async function deliverInvitation(
  _invitation: Invitation,
  _link: string,
): Promise<"sent" | "failed" | "not_configured"> {
  return "not_configured";
}
