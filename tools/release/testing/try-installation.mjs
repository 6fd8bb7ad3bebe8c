import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";

// Starts an installed Plumb in the current folder, uploads a report with the command line that it serves, and prints what it did as JSON:
// node try-installation.mjs <command> [arguments]

const [command = "", ...args] = process.argv.slice(2);
const admin = { email: "admin@plumb.example", password: "a long enough password" };
const isolated = {
  PATH: process.env["PATH"],
  HOME: process.cwd(),
  npm_config_cache: join(process.cwd(), "cache"),
  // Nothing listens there, so that npm cannot fetch anything.
  npm_config_registry: "http://127.0.0.1:9/",
  npm_config_fetch_retries: "0",
  npm_config_update_notifier: "false",
};

let token = "";
const artifactPort = await freePort();
let exportedBytes = 0;
const collectorPort = await freePort();
const collector = createHttpServer((request, response) => {
  request.on("data", (/** @type {Buffer} */ chunk) => (exportedBytes += chunk.length)).on("end", () => response.end());
}).listen(collectorPort, "127.0.0.1");
const server = start(command, args, {
  PLUMB_PORT: "0",
  PLUMB_ARTIFACT_PORT: String(artifactPort),
  PLUMB_ADMIN_EMAIL: admin.email,
  PLUMB_ADMIN_PASSWORD: admin.password,
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
});
const address = await addressOf(server);
token = (await call("/api/auth/login", { username: admin.email, password: admin.password })).token ?? "";
const { data: project } = await call("/api/projects", { name: "Shop", description: "What is sold" });
const { data: created } = await call(`/api/projects/${project?.id}/api-keys`, { name: "CI", scopes: ["ingest"] });
const key = created?.key ?? "";
mkdirSync("results");
writeFileSync("results/report.xml", '<testsuite name="web"><testcase name="buys"/></testsuite>');
const upload = start(
  "npx",
  ["-y", `${address}/packages/cli.tgz`, "upload", "results", "--suite", "web", "--build", "7"],
  { PLUMB_URL: address, PLUMB_API_KEY: key },
);
const uploaded = await outputOf(upload);
const page = await fetch(address);
// Uses what the server reads from separate files: fonts, the trace viewer, the codecs of pictures, threads.
const used = {
  pdf: await startOf(await get("/api/reports/1/export/pdf")),
  traceViewer: (await fetch(`http://127.0.0.1:${artifactPort}/trace/index.html`)).status,
  avatar: await uploadAvatar(),
};
// npx takes long to start, and runs the same files.
const commands = command === "npx" ? {} : await runCommands();
// Like Ctrl+C in a terminal: npx does not pass on a signal that only it receives.
process.kill(-Number(server.pid), "SIGINT");
const [exitCode] = /** @type {[number | null]} */ (await once(server, "close"));
collector.close();
console.log(
  JSON.stringify({
    uploaded,
    page: page.status,
    ...used,
    html: await page.text(),
    commands,
    exportsTraces: exportedBytes > 0,
    exitCode,
    user: process.getuid?.(),
    online: isOnline(),
  }),
);

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 */
function start(program, args, env) {
  const child = spawn(program, args, {
    env: { ...isolated, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  child.stderr.pipe(process.stderr);
  child.stdout.setEncoding("utf8");
  return child;
}

async function runCommands() {
  return {
    backup: await run("backup", "--to", "backups"),
    restore: await run("restore", "--from", "backups"),
    doctor: await run("doctor"),
    blobs: await run("blobs", "move", "--from", "data/blobs", "--to", "moved"),
    db: await run("db", "distribute"),
  };
}

/**
 * Runs a command of the server and returns its exit code with its output.
 *
 * @param {string[]} commandArgs
 */
async function run(...commandArgs) {
  // A restore needs an empty folder; the others use that of the running server.
  const env = commandArgs[0] === "restore" ? { PLUMB_DATA_DIR: "restored" } : {};
  const child = start(command, [...args, ...commandArgs], env);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (/** @type {Buffer | string} */ text) => (output += text.toString()));
  const [code] = /** @type {[number | null]} */ (await once(child, "close"));
  return `${code}: ${output}`;
}

/** @param {ReturnType<typeof start>} child */
async function outputOf(child) {
  let output = "";
  for await (const text of child.stdout) output += text;
  return output;
}

/**
 * Returns the address that the server prints when it is ready.
 *
 * @param {ReturnType<typeof start>} child
 * @returns {Promise<string>}
 */
function addressOf(child) {
  let output = "";
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (text) => {
      output += text;
      const found = /Address +(\S+)/.exec(output)?.[1];
      if (found !== undefined && output.includes("Next ")) resolve(found);
    });
    child.on("exit", (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
}

/**
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<{ token?: string, data?: { id: number, key: string } }>}
 */
async function call(path, body) {
  const response = await fetch(`${address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token === "" ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
  return /** @type {{ token?: string, data?: { id: number, key: string } }} */ (JSON.parse(text));
}

/** @param {string} path */
function get(path) {
  return fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } });
}

/** @param {Response} response */
async function startOf(response) {
  return `${response.status} ${Buffer.from(await response.arrayBuffer()).toString("latin1", 0, 5)}`;
}

/** Uploads a picture of one pixel, which the server decodes and encodes. */
async function uploadAvatar() {
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const body = new FormData();
  body.append("avatar", new Blob([Buffer.from(png, "base64")], { type: "image/png" }), "picture.png");
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${address}/api/profile/avatar`, { method: "POST", headers, body })).status;
}

/** @returns {Promise<number>} */
function freePort() {
  const listener = createServer();
  return new Promise((resolve) => {
    listener.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (listener.address());
      listener.close(() => resolve(port));
    });
  });
}

/** Returns true if this process has a network besides the loopback interface. */
function isOnline() {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
}
