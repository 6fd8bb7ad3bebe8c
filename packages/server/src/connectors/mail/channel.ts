import { field } from "#connectors/connector.ts";
import { testMessage } from "#connectors/chat/webhook-fields.ts";
import { messageMail } from "#connectors/mail/message-mail.ts";
import { mailServerOf, sendMail } from "#connectors/mail/send-mail.ts";
import type { Message } from "#connectors/message.ts";
import type { Channel, Connection } from "#connectors/offers.ts";
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
  ],
  bindingName: (binding) => addressesOf(binding).join(", ").slice(0, 200),
  async testBinding(connection, tools) {
    await send(connection, testMessage(tools), tools.brandName);
    return `A test email was sent to ${addressesOf(connection.binding).length} addresses.`;
  },
  hasThreads: () => false,
  async send(connection, message) {
    await send(connection, message, "Plumb");
    return null;
  },
};

/** Sends one mail to all addresses, so that a retry cannot reach some of them twice. */
async function send(
  { credentials, binding, outgoing }: Connection,
  message: Message,
  brandName: string,
): Promise<void> {
  const addresses = addressesOf(binding);
  const wrong = addresses.find((address) => !/^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/.test(address));
  if (wrong !== undefined || addresses.length === 0 || addresses.length > maxAddresses)
    throw new ServiceError(
      wrong === undefined ? `Enter 1 to ${maxAddresses} email addresses.` : `${wrong} is not an email address.`,
      { scope: "destination" },
    );
  await sendMail(
    outgoing,
    mailServerOf(credentials, brandName),
    { to: addresses, ...messageMail(message, { brandName }) },
    timeoutMs,
  );
}

function addressesOf(binding: Readonly<Record<string, string>>): string[] {
  return (binding["addresses"] ?? "").split(/[,;\s]+/).filter((address) => address !== "");
}
