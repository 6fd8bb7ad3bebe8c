import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

interface ReceivedMail {
  readonly from: string;
  /** Recipients in the envelope, which actually receive the mail. */
  readonly to: readonly string[];
  readonly message: Email;
}

export interface MailServer extends AsyncDisposable {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Resolves with the next complete mail. */
  readonly next: () => Promise<ReceivedMail>;
}

/**
 * Starts a real SMTP server on loopback, by default without TLS and without a password.
 *
 * @param port Free port by default.
 */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((message) => {
          const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
          const mail = { from, to: envelope.rcptTo.map(({ address }) => address), message };
          received.push(mail);
          waiting.shift()?.(mail);
          done();
        });
      });
    },
    ...options,
  });
  // Tests include clients that disconnect early.
  server.on("error", () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
