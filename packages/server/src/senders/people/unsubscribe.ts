import { dayMs } from "@plumb/contract/durations.ts";
import { MailChoice, mailTopics } from "@plumb/contract/people/mail-choices.ts";
import { z } from "zod";
import { ApiError } from "#core/api-error.ts";
import type { Context } from "#core/context.ts";
import type { Db } from "#store/db.ts";
import { switchMailsOff } from "#store/people/profiles.ts";
import { setWeeklySubscriber } from "#store/people/weekly-mails.ts";

/** Links in old emails stay valid. */
const validMs = 365 * dayMs;
const prefix = "unsubscribe:";

/** Emails that a link unsubscribes from: notifications of a topic, all of the daily email, or the weekly report of a project. */
const Subscription = z.union([
  z.object({ userId: z.number(), topic: z.enum(mailTopics) }),
  z.object({ userId: z.number(), choice: MailChoice }),
  z.object({ userId: z.number(), projectId: z.number() }),
]);
export type Subscription = z.infer<typeof Subscription>;

/** Path of the links. A GET shows the setting and changes nothing, because programs that check links request them. */
export const unsubscribePath = "/api/unsubscribe/:token";

/** Returns the headers for the button of mail programs (RFC 2369 and RFC 8058), which allows one click only with HTTPS. */
export function unsubscribeHeaders(
  { signer, publicUrl, clock }: Pick<Context, "clock" | "publicUrl" | "signer">,
  subscription: Subscription,
): Readonly<Record<string, string>> {
  const expiresAt = new Date(clock().getTime() + validMs);
  const token = signer.sign(`${prefix}${JSON.stringify(subscription)}`, expiresAt);
  const url = `${publicUrl()}${unsubscribePath.replace(":token", token)}`;
  return {
    "List-Unsubscribe": `<${url}>`,
    ...(url.startsWith("https:") && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
  };
}

/** Returns the handler for the POST request of mail programs. */
export function createUnsubscriber(context: Pick<Context, "clock" | "db" | "signer">) {
  return async ({ params, body }: { readonly params: unknown; readonly body: Buffer }): Promise<object> => {
    const { token } = z.object({ token: z.string() }).parse(params);
    const now = context.clock();
    const claim = context.signer.verify(token, now);
    if (claim?.startsWith(prefix) !== true)
      throw new ApiError("forbidden", "This link has expired. Change the emails that you get in your profile.");
    if (!body.includes("One-Click"))
      throw new ApiError("invalid", "The request must contain List-Unsubscribe=One-Click.");
    await unsubscribe(context.db, Subscription.parse(JSON.parse(claim.slice(prefix.length))), now);
    return { success: true };
  };
}

async function unsubscribe(db: Db, subscription: Subscription, now: Date): Promise<void> {
  const { userId } = subscription;
  if ("projectId" in subscription)
    await setWeeklySubscriber(db, { projectId: subscription.projectId, userId, subscribed: false, now });
  else await switchMailsOff(db, subscription);
}
