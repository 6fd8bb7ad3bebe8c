import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { serverFlags } from "../../scripts/server-flags.mjs";

// `plumb-server` of the npm package. It runs on old versions of Node, too, to explain what is missing.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Plumb needs Node.js 24.7 or newer, and this is ${process.versions.node}. Install it from https://nodejs.org.`,
  );
  process.exit(1);
}

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const args = [...serverFlags, main, ...process.argv.slice(2)];
// The server replaces this process, so that it receives signals itself. Windows cannot do that.
if (process.platform !== "win32") process.execve?.(process.execPath, [process.execPath, ...args], process.env);
const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
process.exit(status ?? 1);
