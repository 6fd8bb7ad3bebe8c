import { once } from "node:events";
import { loadDemo } from "./load-demo.ts";
import { type Replayed, replayForever } from "./replay.ts";
import { addresses, type ServicePorts } from "./services/accounts.ts";

/** Started by the server, or by hand: `node demo/main.ts <address of a server with --demo> [<ports of its services as JSON>]`. */
const [address = "http://127.0.0.1:4600", ports = "null"] = process.argv.slice(2);

// Ends with the server, which cannot stop this process if it is killed. There is no channel if the script was started by hand.
process.on("disconnect", () => process.exit());
process.channel?.unref();

/** Lets the server remove a replayed run. */
const withdraw = async (run: Replayed) => {
  const done = once(process, "message");
  process.send?.(run);
  await done;
};

try {
  const services = JSON.parse(ports) as ServicePorts | null;
  process.stdout.write(`${await loadDemo(address, services)}\n`);
  if (services !== null)
    process.stdout.write(`Its messages, tickets and mails are shown at ${addresses(services).page}\n`);
  if (process.send !== undefined) {
    // Waits for messages of the server.
    process.channel?.ref();
    await replayForever(address, { withdraw, onOpen: () => process.send?.("complete") });
  }
} catch (error) {
  process.stderr.write(`The demo is not complete: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
