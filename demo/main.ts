import { loadDemo } from "./load-demo.ts";
import { addresses, type ServicePorts } from "./services/accounts.ts";

/** Started by the server, or by hand: `node demo/main.ts <address of a server with --demo> [<ports of its services as JSON>]`. */
const [address = "http://127.0.0.1:4600", ports = "null"] = process.argv.slice(2);

// Ends with the server, which cannot stop this process if it is killed. There is no channel if the script was started by hand.
process.on("disconnect", () => process.exit());
process.channel?.unref();

try {
  const services = JSON.parse(ports) as ServicePorts | null;
  process.stdout.write(`${await loadDemo(address, services)}\n`);
  if (services !== null)
    process.stdout.write(`Its messages, tickets and mails are shown at ${addresses(services).page}\n`);
} catch (error) {
  process.stderr.write(`The demo data is not complete: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
