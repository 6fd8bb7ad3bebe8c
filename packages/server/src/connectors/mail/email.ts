import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { addressesOf, mailChannel } from "./channel.ts";
import { layOut } from "./layout.ts";
import { mailServerOf, sendMail } from "./send-mail.ts";
import { accountId } from "#connectors/values.ts";

const usedWith = { field: "authentication", value: "oauth" };

const oauthFields = [
  field({
    name: "tokenUrl",
    label: "Token URL",
    kind: "url",
    usedWith,
    placeholder: "https://login.microsoftonline.com/<tenant>/oauth2/v2.0/token",
    hint: "Google: https://oauth2.googleapis.com/token",
    destination: true,
  }),
  field({
    name: "scope",
    label: "Scope",
    kind: "text",
    required: false,
    usedWith,
    hint: "Microsoft 365: https://outlook.office365.com/.default. Leave empty for Google.",
  }),
  field({ name: "clientId", label: "Client ID", kind: "text", usedWith }),
  field({ name: "clientSecret", label: "Client secret", kind: "secret", required: false, usedWith }),
  field({
    name: "refreshToken",
    label: "Refresh token",
    kind: "secret",
    required: false,
    usedWith,
    hint: "Only for Google. Leave empty for Microsoft 365, where the application signs in as itself.",
  }),
];

export const email: ConnectorDescription = {
  id: "email",
  name: "Email Server",
  description: "Send invitations, password reset links and messages by email through an SMTP server.",
  version: "1.0.0",
  used: true,
  category: "notification",
  fields: [
    field({ name: "host", label: "Host", kind: "text", placeholder: "smtp.example.org", destination: true }),
    field({
      name: "port",
      label: "Port",
      kind: "number",
      initial: "587",
      hint: "587 with STARTTLS, 465 with TLS, 25 without encryption.",
      destination: true,
    }),
    field({
      name: "encryption",
      label: "Encryption",
      kind: "choice",
      initial: "starttls",
      choices: [
        { value: "starttls", label: "STARTTLS" },
        { value: "tls", label: "Implicit TLS" },
        { value: "none", label: "None" },
      ],
      destination: true,
    }),
    field({
      name: "certificate",
      label: "Server certificate",
      kind: "choice",
      initial: "verify",
      choices: [
        { value: "verify", label: "Must be valid" },
        { value: "any", label: "Accept any (only in a network you trust)" },
      ],
      destination: true,
    }),
    field({
      name: "authentication",
      label: "Authentication",
      kind: "choice",
      initial: "password",
      choices: [
        { value: "password", label: "Password, or none" },
        { value: "oauth", label: "OAuth 2.0 (Microsoft 365, Google)" },
      ],
    }),
    field({
      name: "user",
      label: "User name",
      kind: "text",
      required: false,
      hint: "With OAuth 2.0, the mailbox that sends. Leave empty if the server does not require one.",
    }),
    field({
      name: "password",
      label: "Password",
      kind: "secret",
      required: false,
      usedWith: { field: "authentication", value: "password" },
    }),
    ...oauthFields,
    field({ name: "fromAddress", label: "Sender address", kind: "email", placeholder: "plumb@example.org" }),
    field({
      name: "fromName",
      label: "Sender name",
      kind: "text",
      required: false,
      hint: "The brand name is used if left empty.",
    }),
  ],
  testNotice: "The test sends an email to your own address.",
  async test(values, { outgoing, brandName, publicUrl, tester }) {
    const message = layOut({
      subject: `${brandName} can send email`,
      brand: { name: brandName, color: null },
      paragraphs: [`This email was sent to test the email connector of ${brandName}. You do not need to do anything.`],
      action: { label: `Open ${brandName}`, url: publicUrl },
      closing: [],
    });
    await sendMail(outgoing, mailServerOf(values, brandName), { to: tester, ...message }, 10_000);
    return {
      message: `A test email was sent to ${tester}.`,
      account: accountId(values["host"] ?? "", values["fromAddress"] ?? ""),
    };
  },
  channel: mailChannel,
  places: {
    label: "Allowed mail domains",
    hint: "Domains and addresses that connections of projects may send to, one per line. Invitations and other mails to accounts need no entry.",
    placeholder: "example.org",
    noun: "address",
    of: ({ settings }) => addressesOf(settings),
    comparable: (location) => location.trim().replace(/^@/, "").toLowerCase(),
  },
};
