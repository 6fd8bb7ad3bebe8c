import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import { isRejectedLogin, mailError } from "./mail-error.ts";
import { forgetToken } from "#connectors/access-token.ts";
import { type OauthClient, oauthToken } from "#connectors/oauth-client.ts";
import { ServiceError } from "#connectors/service-error.ts";
import type { MailFile } from "#connectors/message.ts";
import type { Values } from "#connectors/values.ts";
import type { Outgoing } from "#outgoing/outgoing.ts";
import { OutgoingError, tookTooLong } from "#outgoing/outgoing-error.ts";
import { inSpan } from "#tracing/spans.ts";

export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly encryption: "starttls" | "tls" | "none";
  readonly certificate: "verify" | "any";
  /** A password, or the application that gets access tokens; `null` if the server requires no credentials. */
  readonly credentials:
    | { readonly user: string; readonly password: string }
    | { readonly user: string; readonly client: OauthClient }
    | null;
  readonly from: { readonly address: string; readonly name: string };
}

export interface Mail {
  /** One address, or several that receive the same mail. */
  readonly to: string | readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** With angle brackets. The same mail has the same id when it is sent again. */
  readonly messageId?: string;
  /** Id of the first mail of the thread that this mail belongs to. */
  readonly inReplyTo?: string;
  readonly attachments?: readonly MailFile[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the Message-ID of a mail with a unique text. */
export function messageIdOf(mark: string, { from }: MailServer): string {
  const domain = /@([A-Za-z0-9.-]+)$/.exec(from.address)?.[1];
  return `<${mark}@${domain ?? "localhost"}>`;
}

/** Converts the settings of the email connector for the transport. */
export function mailServerOf(values: Values, brandName: string): MailServer {
  const { host = "", port = "", encryption, certificate, fromAddress = "" } = values;
  return {
    host: host.trim(),
    port: Number(port),
    encryption: encryption === "tls" || encryption === "none" ? encryption : "starttls",
    certificate: certificate === "any" ? "any" : "verify",
    credentials: credentialsOf(values),
    from: { address: fromAddress, name: oneLine(values["fromName"] ?? "") || oneLine(brandName) },
  };
}

function credentialsOf(values: Values): MailServer["credentials"] {
  const { authentication, user = "", password = "" } = values;
  if (authentication !== "oauth") return user === "" ? null : { user, password };
  const { tokenUrl = "", scope = "", clientId = "", clientSecret = "", refreshToken = "" } = values;
  return { user, client: { tokenUrl, scope, clientId, clientSecret, refreshToken } };
}

/**
 * Sends a mail within `timeoutMs`; after that, the connection is closed and the mail counts as not sent.
 *
 * @throws OutgoingError with the reason.
 */
export async function sendMail(outgoing: Outgoing, server: MailServer, mail: Mail, timeoutMs: number): Promise<void> {
  const { credentials } = server;
  const until = performance.now() + timeoutMs;
  const attributes = { "network.protocol.name": "smtp", "server.address": server.host, "server.port": server.port };
  const send = (auth: object) =>
    inSpan("SMTP", { kind: "client", attributes }, () =>
      transmit(outgoing, { server, auth, mail }, { until, timeoutMs }),
    );
  try {
    if (credentials === null) return await send({});
    const { user } = credentials;
    if ("password" in credentials) return await send({ auth: { user, pass: credentials.password } });
    if (user === "") throw new OutgoingError("Enter the user name: the mailbox that sends the emails.");
    const { client } = credentials;
    const withToken = (token: string) => send({ auth: { type: "OAuth2", user, accessToken: token } });
    const token = await oauthToken(outgoing, client, timeoutMs);
    try {
      return await withToken(token);
    } catch (error) {
      // The token may have been revoked, or belong to permissions that were changed since.
      if (!isRejectedLogin(error) || !forgetToken(token)) throw error;
      return await withToken(await oauthToken(outgoing, client, leftMs(until)));
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const mailbox = credentials !== null && "client" in credentials ? credentials.user : null;
    throw mailError(error, `${server.host}:${server.port}`, mailbox);
  }
}

function leftMs(until: number): number {
  return Math.max(1, Math.ceil(until - performance.now()));
}

async function transmit(
  outgoing: Outgoing,
  { server, auth, mail }: { server: MailServer; auth: object; mail: Mail },
  { until, timeoutMs }: { until: number; timeoutMs: number },
): Promise<void> {
  const { host, port, encryption } = server;
  const socket = await outgoing.connect({ host, port, timeoutMs: leftMs(until) });
  const transport = createTransport({
    connection: socket,
    host,
    port,
    secure: encryption === "tls",
    requireTLS: encryption === "starttls",
    ignoreTLS: encryption === "none",
    tls: {
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: server.certificate === "verify",
    },
    ...auth,
    // The content of a mail cannot make the library read a file or request a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tookTooLong(`${host}:${port}`, timeoutMs)), leftMs(until));
  try {
    const sent = transport.sendMail(contentOf(server, mail));
    // After the timeout, closing the socket rejects this promise when nothing is waiting for it.
    sent.catch(() => undefined);
    const { rejected } = await Promise.race([sent, tooLong]);
    if (rejected.length > 0) throw someRejected(rejected);
  } finally {
    clearTimeout(timer);
    transport.close();
    socket.destroy();
  }
}

function contentOf({ from }: MailServer, mail: Mail) {
  return {
    from,
    // An object is always a single address, whatever characters it contains.
    to: [mail.to].flat().map((address) => ({ address, name: "" })),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    ...(mail.messageId !== undefined && { messageId: mail.messageId }),
    ...(mail.inReplyTo !== undefined && { inReplyTo: mail.inReplyTo, references: mail.inReplyTo }),
    attachments: (mail.attachments ?? []).map(({ name, contentType, content }) => ({
      filename: oneLine(name),
      contentType,
      content,
    })),
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All", ...mail.headers },
  };
}

/** Returns an error that is not retried, because the other addresses would receive the mail twice. */
function someRejected(rejected: readonly (string | { readonly address: string })[]): ServiceError {
  const addresses = rejected.map((to) => (typeof to === "string" ? to : to.address)).join(", ");
  return new ServiceError(`The mail server rejected ${addresses}. All other addresses received the email.`, {
    scope: "request",
    isFinal: true,
  });
}

/** Removes line breaks, because a header must be one line and a project name may have several. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  return text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, " ").trim();
}
