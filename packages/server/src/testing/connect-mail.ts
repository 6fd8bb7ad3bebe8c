import { call, type TestApp } from "./app.ts";
import type { MailServer } from "./mail-server.ts";

/** Configures the email connector, so that it is enabled. The mail of its test is removed from `received`. */
export async function connectMail(
  plumb: TestApp,
  token: string,
  server: Pick<MailServer, "port" | "received">,
): Promise<void> {
  const values = {
    host: "127.0.0.1",
    port: String(server.port),
    encryption: "none",
    fromAddress: "plumb@example.test",
    fromName: "",
  };
  const saved = await call<{ data: { connector: { status: string } } }>(plumb, "PUT", "/api/connectors/email", {
    token,
    body: { values, places: ["example.test"] },
  });
  if (saved.body.data.connector.status !== "enabled") throw new Error(JSON.stringify(saved.body));
  server.received.length = 0;
}
