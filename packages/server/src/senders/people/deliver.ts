import type { Logger } from "pino";
import type { Letter } from "#connectors/mail/layout.ts";
import { layOut } from "#connectors/mail/layout.ts";
import { mailServerOf, sendMail } from "#connectors/mail/send-mail.ts";
import { isEnabled, openValues } from "#connectors/bindings/setup.ts";
import type { Outgoing } from "#outgoing/outgoing.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { SealError, type SecretBox } from "#core/secret-box.ts";
import { connectorRow } from "#store/integrations/connectors.ts";
import type { Db } from "#store/db.ts";

/** Outcome of a mail. `reason` is a message for the user who waits for it. */
export type Delivery =
  | { readonly outcome: "sent" }
  | { readonly outcome: "failed"; readonly reason: string }
  | { readonly outcome: "not_configured" };

export interface PostOffice {
  readonly db: Db;
  readonly secretBox: SecretBox;
  readonly outgoing: Outgoing;
  readonly log: Logger;
}

/** Returns whether the email connector is enabled. */
export async function sendsMail({ db }: Pick<PostOffice, "db">): Promise<boolean> {
  return isEnabled(await connectorRow(db, { type: "email", projectId: null }));
}

/** Sends a mail through the email connector and returns the outcome within `timeoutMs`. Mail errors do not throw. */
export async function deliver(
  { db, secretBox, outgoing, log }: PostOffice,
  to: string,
  letter: Letter,
  timeoutMs: number,
): Promise<Delivery> {
  const row = await connectorRow(db, { type: "email", projectId: null });
  if (!isEnabled(row)) return { outcome: "not_configured" };
  try {
    const server = mailServerOf(openValues(row, secretBox), letter.brand.name);
    await sendMail(outgoing, server, { to, ...layOut(letter) }, timeoutMs);
    return { outcome: "sent" };
  } catch (error) {
    if (!(error instanceof OutgoingError) && !(error instanceof SealError)) throw error;
    log.warn({ err: error }, "a mail could not be sent");
    return { outcome: "failed", reason: error.message };
  }
}
