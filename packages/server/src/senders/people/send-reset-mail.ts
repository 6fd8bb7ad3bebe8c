import { currentSettings } from "#core/current-settings.ts";
import { deliver, type PostOffice } from "./deliver.ts";
import { formatTimestamp } from "./timestamp.ts";
import type { Context } from "#core/context.ts";
import { newSessionToken, tokenHash } from "#core/secrets.ts";
import { recordAudit } from "#store/administration/audit.ts";
import { accountToReset, createPasswordReset } from "#store/people/password-resets.ts";

/** Lifetime of a link for a new password. */
export const resetLifetimeMs = 60 * 60_000;
/** Long, because mails are sent in a background job. */
const timeoutMs = 30_000;

/**
 * Creates a reset link for the active account with this address and mails it; does nothing if there is no such account.
 *
 * @param address Origin of the request, for the audit log.
 * @throws if the mail could not be sent. A retry creates and mails a new link.
 */
export async function sendResetMail(
  context: PostOffice & Pick<Context, "clock" | "config" | "publicUrl">,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const now = context.clock();
  const account = await accountToReset(context.db, { email });
  if (account === null) return;
  const { id: userId } = account;
  const token = newSessionToken();
  const expiresAt = new Date(now.getTime() + resetLifetimeMs);
  await context.db.transaction().execute(async (transaction) => {
    await createPasswordReset(transaction, { userId, createdBy: null, tokenHash: tokenHash(token), now, expiresAt });
    const actor = { id: null, email: account.email, address, now };
    const target = { targetType: "user", targetId: userId, targetName: account.email } as const;
    await recordAudit(transaction, actor, { action: "password_reset.requested", ...target });
  });
  const { brandName, primaryColor } = await currentSettings(context);
  const letter = {
    subject: `Reset your ${brandName} password`,
    brand: { name: brandName, color: primaryColor },
    paragraphs: [`A new password was requested for your ${brandName} account (${account.email}).`],
    action: { label: "Choose a new password", url: `${context.publicUrl()}/reset-password/${token}` },
    closing: [
      `The link works once, until ${formatTimestamp(expiresAt, account.timezone)}. If this was not you, you can ignore this email: your password stays the same.`,
    ],
  };
  // Sent to the address of the account, not to the address that was typed.
  const delivery = await deliver(context, account.email, letter, timeoutMs);
  if (delivery.outcome === "failed") throw new Error(delivery.reason);
}
