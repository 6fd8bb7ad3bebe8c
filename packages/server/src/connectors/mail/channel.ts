import { counted } from "@plumb/contract/text/counted.ts";
import { randomUUID } from "node:crypto";
import { field } from "#connectors/connector.ts";
import { testMessage } from "#connectors/chat/webhook-fields.ts";
import { messageMail } from "./message-mail.ts";
import { mailServerOf, messageIdOf, sendMail } from "./send-mail.ts";
import type { Message } from "#connectors/message.ts";
import type { Channel, Connection, MessageAddress, SentAs } from "#connectors/offers.ts";
import type { Values } from "#connectors/values.ts";
import { ServiceError } from "#connectors/service-error.ts";

const maxAddresses = 20;
const timeoutMs = 15_000;

export const mailChannel: Channel = {
  bindingFields: [
    field({
      name: "addresses",
      label: "Email addresses",
      kind: "text",
      placeholder: "qa@example.org, ada@example.org",
      hint: `Up to ${maxAddresses}, separated by commas.`,
    }),
    field({
      name: "weeklyReport",
      label: "Weekly report",
      kind: "choice",
      initial: "off",
      choices: [
        { value: "off", label: "Not sent" },
        { value: "on", label: "Every Monday, with the PDF" },
      ],
    }),
  ],
  bindingName: (binding) => addressesOf(binding).join(", ").slice(0, 200),
  shortName: addressCount,
  async testBinding(connection, tools) {
    await send(connection, testMessage(tools), unnamed(tools.brandName));
    return `A test email was sent to ${addressCount(connection.binding)}.`;
  },
  hasThreads: () => true,
  canEdit: () => false,
  content: (message, { brandName }) => messageMail(message, { brandName }),
  send: (connection, message, as = unnamed("Plumb")) => send(connection, message, as),
  reply: (connection, at, message, as = unnamed("Plumb")) => send(connection, message, as, at),
};

function unnamed(brandName: string): SentAs {
  return { mark: randomUUID(), brandName, attachments: [], subject: null, leaveUrl: null };
}

/**
 * Sends one mail to all addresses, so that a retry cannot reach some of them twice.
 *
 * @param first Address of the first mail of the thread. All mails of a thread have its subject, because some programs separate them otherwise.
 */
async function send(
  { credentials, binding, outgoing }: Connection,
  message: Message,
  { mark, brandName, attachments, leaveUrl }: SentAs,
  first?: MessageAddress,
): Promise<MessageAddress> {
  const addresses = addressesOf(binding);
  const wrong = addresses.find((address) => !/^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/.test(address));
  if (wrong !== undefined || addresses.length === 0 || addresses.length > maxAddresses)
    throw new ServiceError(
      wrong === undefined ? `Enter 1 to ${maxAddresses} email addresses.` : `${wrong} is not an email address.`,
      { scope: "destination" },
    );
  const server = mailServerOf(credentials, brandName);
  const messageId = messageIdOf(mark, server);
  const mail = messageMail(message, {
    brandName,
    ...(first !== undefined && { subject: `Re: ${first["subject"]}` }),
    ...(leaveUrl !== null && { setting: { label: "Unsubscribe", url: leaveUrl } }),
  });
  const inReplyTo = first?.["messageId"];
  await sendMail(
    outgoing,
    server,
    {
      to: addresses,
      ...mail,
      messageId,
      ...(inReplyTo !== undefined && { inReplyTo }),
      attachments,
      // One email goes to all addresses, so a click alone cannot tell whose address is meant.
      ...(leaveUrl !== null && { headers: { "List-Unsubscribe": `<${leaveUrl}>` } }),
    },
    timeoutMs,
  );
  return { messageId, subject: mail.subject };
}

function addressCount(binding: Values): string {
  const { length } = addressesOf(binding);
  return counted(length, "address", "addresses");
}

export function addressesOf(binding: Readonly<Record<string, string>>): string[] {
  return (binding["addresses"] ?? "").split(/[,;\s]+/).filter((address) => address !== "");
}
