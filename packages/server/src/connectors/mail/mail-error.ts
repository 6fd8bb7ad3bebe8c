import { ServiceError } from "#connectors/service-error.ts";
import { OutgoingError, outgoingError } from "#outgoing/outgoing-error.ts";

/**
 * Returns the message for an SMTP or connection error.
 *
 * @param location Host and port, such as `smtp.example.org:587`.
 * @param mailbox Mailbox for which an access token was used; `null` with a password or without credentials.
 */
export function mailError(error: unknown, location: string, mailbox: string | null): OutgoingError {
  if (error instanceof OutgoingError || !(error instanceof Error)) return outgoingError(error, location);
  const {
    code = "",
    command = "",
    responseCode,
    response = "",
  } = error as Error & {
    code?: string;
    command?: string;
    responseCode?: number;
    response?: string;
  };
  const reply = replyText(response);
  const describe = (text: string) => new OutgoingError(`${text}${reply}`, { cause: error });
  if (code === "EAUTH") return describe(rejectedLogin(response, mailbox));
  if (code === "ENOAUTH") return describe("The mail server requires a user name and password.");
  // Codes 530 and 550 5.7.x mean missing credentials or a wrong sender.
  if (responseCode === 530) return describe("The mail server requires a user name and password, or encryption.");
  if (code === "EENVELOPE" && command === "RCPT TO")
    return rejection(`The mail server rejected the recipient.${reply}`, responseCode, response);
  if (code === "EENVELOPE") return describe("The mail server rejected the sender.");
  if (code === "EMESSAGE") return rejection(`The mail server rejected the email.${reply}`, responseCode, response);
  if (/STARTTLS/i.test(error.message) && code === "ETLS") {
    return describe("The mail server does not offer STARTTLS. Choose another encryption or another port.");
  }
  if (responseCode !== undefined) return describe("The mail server does not accept email.");
  if (code === "ECONNECTION" || code === "ETIMEDOUT" || /greeting/i.test(error.message))
    return describe(`${location} did not respond like a mail server. Check the port and the encryption.`);
  const inner = error.cause instanceof Error ? error.cause : error;
  return outgoingError(inner, location);
}

/** Returns true if the mail server rejected the credentials. */
export function isRejectedLogin(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EAUTH";
}

function rejectedLogin(response: string, mailbox: string | null): string {
  if (mailbox !== null)
    return `The mail server rejected the access token for ${mailbox}. Allow the application to send from this mailbox; Microsoft 365 requires the permission SMTP.SendAsApp and access to the mailbox.`;
  // https://learn.microsoft.com/exchange/clients-and-mobile-in-exchange-online/authenticated-client-smtp-submission
  if (/\b5\.7\.(?:30|139)\b/.test(response))
    return "Microsoft 365 does not accept a password for this mailbox. Choose OAuth 2.0 as the authentication.";
  return "The mail server rejected the user name and password.";
}

/**
 * Returns the error for a rejected mail. Codes 4xx mean that the server may accept it later, as servers with greylisting do. With 5.7.x, it may
 * reject the sender or require credentials, so it would also reject the next mail.
 */
function rejection(message: string, responseCode: number | undefined, response: string): ServiceError {
  if (/^\d{3}[ -]5\.7\.\d/.test(response)) return new ServiceError(message, { scope: "destination" });
  return new ServiceError(message, { scope: "request", isFinal: responseCode === undefined || responseCode >= 500 });
}

/** Returns the mail server's message as one short line. */
function replyText(response: string): string {
  // oxlint-disable-next-line no-control-regex -- removes these characters
  const line = response.replaceAll(/[\s\u0000-\u001F\u007F-\u009F]+/g, " ").trim();
  return line === "" ? "" : ` Response: ${line.length > 200 ? `${line.slice(0, 200)}…` : line}`;
}
