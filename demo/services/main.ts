import { join } from "node:path";
import { startMailServer } from "../../packages/server/src/testing/mail-server.ts";
import { startHttp } from "./http.ts";
import { openStored } from "./stored.ts";

/**
 * Started by the server: `node demo/services/main.ts <address of the server> <data folder> <preferred port>`. Sends one message with its ports to the
 * server, and ends with it.
 */
const [address = "", dataDir = "", preferred = "0"] = process.argv.slice(2);
const { stored, saveSoon, saveNow } = openStored(join(dataDir, "demo-services.json"));

process.on("disconnect", () => process.exit());
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit());
process.on("exit", saveNow);

// The stored connections have the ports of the last start.
const port = Number(preferred);
const expected = stored.ports ?? { http: port, mail: port === 0 ? 0 : port + 1 };
const http = await onFreePort(expected.http, (on) => startHttp({ address, stored, onChange: saveSoon }, on));
const mail = await onFreePort(expected.mail, (on) => startMailServer({}, on));
stored.ports = { http: http.port, mail: mail.port };
saveSoon();
process.send?.(stored.ports);

for (;;) {
  await mail.next();
  for (const { to, message } of mail.received.splice(0)) {
    const { subject = "", text = "", html = "" } = message;
    stored.mails.push({ at: new Date().toISOString(), to, subject, text, html });
  }
  http.noteChange();
}

/** Starts a server on a port, or on any free port if another program uses it. */
async function onFreePort<Server>(preferredPort: number, start: (port: number) => Promise<Server>): Promise<Server> {
  try {
    return await start(preferredPort);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return start(0);
  }
}
