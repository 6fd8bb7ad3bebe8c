import { ServiceError } from "#connectors/service-error.ts";
import { OutgoingError, outgoingError } from "#outgoing/outgoing-error.ts";

/**
 * Returns the message for an SMTP or connection error.
 *
 * @param location Host and port, such as `smtp.example.org:587`.
 */
export function mailError(error: unknown, location: string): OutgoingError {
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
  if (code === "EAUTH") return describe("The mail server rejected the user name and password.");
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
