import { problemOf } from "#connectors/bindings/binding-handler.ts";
import { secretsOf } from "#connectors/bindings/last-exchange.ts";
import { connectorProblem } from "#connectors/bindings/open-connection.ts";
import { messageMail } from "#connectors/mail/message-mail.ts";
import { mailServerOf, messageIdOf, sendMail } from "#connectors/mail/send-mail.ts";
import { openValues } from "#connectors/bindings/setup.ts";
import { SealError } from "#core/secret-box.ts";
import { contentOf, isDropped } from "./content-of.ts";
import { unsubscribeHeaders } from "./unsubscribe.ts";
import type { AttemptResult, DestinationHandler, OutboxContext } from "#outbox/attempt.ts";
import { PersonalMail } from "#outbox/queue-for-person.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { notify } from "#inbox/notify.ts";
import { defaultSettings, settingsOf } from "#store/administration/settings.ts";
import { connectorRow } from "#store/integrations/connectors.ts";
import { objectAddress, saveObject } from "#store/outbox/objects.ts";
import type { ClaimedDelivery } from "#store/outbox/queue.ts";

const timeoutMs = 20_000;

/** First mail of a thread. */
interface SentThread {
  readonly subject: string;
  readonly address: { readonly messageId: string; readonly title: string };
}

/** Sends mails to users through the server's email connector. */
export const mailHandler: DestinationHandler = {
  kind: "mail",

  async send(context, delivery) {
    let secrets: readonly string[] = [];
    try {
      const row = await connectorRow(context.db, { type: "email", projectId: null });
      const problem = connectorProblem("email", row);
      if (row === null || problem !== null) throw new OutgoingError(problem ?? "");
      const values = openValues(row, context.secretBox);
      secrets = secretsOf({ credentials: values, binding: {} }, { connectorType: "email", offer: "channel" });
      return await sendTo(context, delivery, values);
    } catch (error) {
      if (!(error instanceof OutgoingError) && !(error instanceof SealError)) throw error;
      return { ...noResponse, problem: problemOf(error, secrets) };
    }
  },

  async onDelivered(transaction, delivery, created, at) {
    if (created !== undefined) await saveObject(transaction, delivery, { ...(created as SentThread), now: at });
  },

  onClosed: () =>
    Promise.resolve(async (context: OutboxContext) => {
      await notify(
        context,
        { administrators: true },
        {
          topic: "connections",
          withoutMail: true,
          title: "Emails to people were stopped",
          message:
            "No email could be sent for 3 days. Check the email connector: saving its settings starts them again. The notifications are still in Plumb.",
          type: "warning",
          metadata: {},
          actionUrl: "/connectors",
        },
      );
    }),
};

const noResponse = { request: null, responseStatus: null, responseBody: null } as const;

async function sendTo(
  context: OutboxContext,
  delivery: ClaimedDelivery,
  values: Readonly<Record<string, string>>,
): Promise<AttemptResult> {
  const settings = await settingsOf(context.db, defaultSettings);
  if (!settings.notifications.email)
    throw new OutgoingError("Email notifications are switched off in the general settings of this server.");
  const content = await contentOf(context, PersonalMail.parse(JSON.parse(delivery.body)));
  if (isDropped(content)) return { ...noResponse, responseBody: `Not sent: ${content.dropped}`, problem: null };
  const { to, message, thread, attachments, subscription } = content;
  const server = mailServerOf(values, settings.brandName);
  const messageId = messageIdOf(delivery.mark, server);
  const first = thread === null ? null : await objectAddress(context.db, delivery, thread.subject);
  const subject = first === null ? thread?.title : `Re: ${first["title"]}`;
  const mail = messageMail(message, {
    brandName: settings.brandName,
    color: settings.primaryColor,
    ...(subject !== undefined && { subject }),
    setting: { label: "Change your notification settings", url: `${context.publicUrl()}/profile#notifications` },
  });
  const inReplyTo = first?.["messageId"];
  await sendMail(
    context.outgoing,
    server,
    {
      to,
      ...mail,
      messageId,
      ...(inReplyTo !== undefined && { inReplyTo }),
      attachments,
      headers: unsubscribeHeaders(context, subscription),
    },
    timeoutMs,
  );
  if (thread === null || first !== null) return { ...noResponse, problem: null };
  const created: SentThread = { subject: thread.subject, address: { messageId, title: thread.title } };
  return { ...noResponse, problem: null, created };
}
