import { loadDemo } from "./load-demo.ts";

/** `node demo/main.ts <address of a server with --demo>`; started by the server. */
const [address = "http://127.0.0.1:4600"] = process.argv.slice(2);

// A server that is killed cannot stop us; without it there is nothing to do. Run by hand there is no channel.
process.on("disconnect", () => process.exit());
process.channel?.unref();

try {
  process.stdout.write(`${await loadDemo(address)}\n`);
} catch (error) {
  process.stderr.write(`The demo data is not complete: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
