import { currentSettings } from "#api/settings/settings.ts";
import { deliver, type PostOffice } from "#connectors/mail/deliver.ts";
import { formatMoment } from "#connectors/mail/moment.ts";
import type { Context } from "#core/context.ts";
import { newSessionToken, tokenHash } from "#core/secrets.ts";
import { recordAct } from "#store/administration/audit.ts";
import { accountToReset, createPasswordReset } from "#store/people/password-resets.ts";

/** Nobody waits for it. */
const timeoutMs = 30_000;

/** Makes a link for the active account with this address, and mails it there; does nothing if there is none. */
export async function sendResetMail(
  context: PostOffice & Pick<Context, "config" | "publicUrl">,
  { email, lifetimeMs, address, now }: { email: string; lifetimeMs: number; address: string; now: Date },
): Promise<void> {
  const account = await accountToReset(context.db, { email });
  if (account === null) return;
  const { id: userId } = account;
  const token = newSessionToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await context.db.transaction().execute(async (transaction) => {
    await createPasswordReset(transaction, { userId, tokenHash: tokenHash(token), now, expiresAt });
    const actor = { id: null, email: account.email, address, now };
    const target = { targetType: "user", targetId: userId, targetName: account.email } as const;
    await recordAct(transaction, actor, { action: "password_reset.requested", ...target });
  });
  const { brandName, primaryColor } = await currentSettings(context);
  const letter = {
    subject: `New password for ${brandName}`,
    brand: { name: brandName, color: primaryColor },
    paragraphs: [`Somebody asked for a new password for your account at ${brandName} (${account.email}).`],
    action: { label: "Choose a new password", url: `${context.publicUrl()}/reset-password/${token}` },
    closing: [
      `The link works once, until ${formatMoment(expiresAt, account.timezone)}. If it was not you, ignore this mail: your password stays as it is.`,
    ],
  };
  // The address of the account, not the one that was typed.
  await deliver(context, account.email, letter, timeoutMs);
}
