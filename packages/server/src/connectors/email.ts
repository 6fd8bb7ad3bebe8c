import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { layOut } from "#connectors/mail/layout.ts";
import { mailServerOf, sendMail } from "#connectors/mail/send-mail.ts";

export const email: ConnectorDescription = {
  id: "email",
  name: "Email Server",
  description: "Send invitations, links for a new password and notifications by mail, through an SMTP server.",
  version: "1.0.0",
  category: "notification",
  fields: [
    field({ name: "host", label: "Host", kind: "text", placeholder: "smtp.example.org", destination: true }),
    field({
      name: "port",
      label: "Port",
      kind: "number",
      initial: "587",
      hint: "587 with STARTTLS, 465 with TLS, 25 without.",
      destination: true,
    }),
    field({
      name: "encryption",
      label: "Encryption",
      kind: "choice",
      initial: "starttls",
      choices: [
        { value: "starttls", label: "STARTTLS" },
        { value: "tls", label: "TLS from the start" },
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
        { value: "any", label: "Accept any (only within a network you trust)" },
      ],
      destination: true,
    }),
    field({
      name: "user",
      label: "User name",
      kind: "text",
      required: false,
      hint: "Empty if the server asks for none.",
    }),
    field({ name: "password", label: "Password", kind: "secret", required: false }),
    field({ name: "fromAddress", label: "Sender address", kind: "email", placeholder: "plumb@example.org" }),
    field({
      name: "fromName",
      label: "Sender name",
      kind: "text",
      required: false,
      hint: "The brand name if left empty.",
    }),
  ],
  testNotice: "The test sends a mail to your own address.",
  async test(values, { outgoing, brandName, publicUrl, tester }) {
    const message = layOut({
      subject: `${brandName} can send mail`,
      brand: { name: brandName, color: null },
      paragraphs: [`This mail was sent to test the e-mail connector of ${brandName}. Nothing needs to be done.`],
      action: { label: `Open ${brandName}`, url: publicUrl },
      closing: [],
    });
    await sendMail(outgoing, mailServerOf(values, brandName), { to: tester, ...message }, 10_000);
    return `A test mail was sent to ${tester}.`;
  },
};
