import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createClient, type Client } from "@plumb/client/client.ts";
import { listJobs } from "@plumb/contract/administration/jobs.ts";
import { createApiKey } from "@plumb/contract/projects/api-keys.ts";
import { login } from "@plumb/contract/people/auth.ts";
import { briefServerFlags, serverFlags } from "../../scripts/server-flags.mjs";
import { createProject } from "@plumb/contract/projects/projects.ts";
import { httpFetch } from "@plumb/reporter-core/http-fetch.ts";
import { prepareFolder } from "../../e2e/prepared-folder.ts";
import { migrate } from "../../packages/server/src/store/migrate.ts";
import { killOnExit } from "../../packages/server/src/testing/kill-on-exit.ts";
import * as projectStore from "../../packages/server/src/store/projects/projects.ts";
import { databaseLocation, openDatabaseAt } from "./databases.ts";
import { processorSeconds } from "./memory.ts";

const main = fileURLToPath(new URL("../../packages/server/src/main.ts", import.meta.url));
const account = { email: "bench@plumb.test", password: "bench-password" };

export interface BenchServer extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Time from the start of the process until it listens. */
  readonly readyMs: number;
  /** Session token of the administrator. */
  readonly token: string;
  readonly client: Client;
  stop(): Promise<void>;
  /** Kills the process, as in a power cut. */
  kill(): Promise<void>;
}

let flags = serverFlags;

/** Uses the flags for short-lived servers from now on, whose resource usage is not measured. */
export function startBriefServers(): void {
  flags = briefServerFlags;
}

/**
 * Starts the server like `npm start`, in a separate process, and signs in. Uses a free port by default. Prepares an
 * empty embedded database unless `prepared` is false, so that the first start is not measured.
 */
export async function startServer(
  dataDir: string,
  databaseUrl?: string,
  port = "0",
  {
    prepared = true,
    onSpawn,
    env = {},
  }: { prepared?: boolean; onSpawn?: (pid: number) => void; env?: Readonly<Record<string, string>> } = {},
): Promise<BenchServer> {
  if (databaseUrl === undefined && prepared) await prepareOnce(dataDir);
  const started = performance.now();
  const child = spawn(process.execPath, [...flags, main], {
    env: {
      ...withoutOwnSettings(process.env),
      PLUMB_PORT: port,
      PLUMB_DATA_DIR: dataDir,
      PLUMB_ADMIN_EMAIL: account.email,
      PLUMB_ADMIN_PASSWORD: account.password,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  killOnExit(child, "SIGKILL");
  onSpawn?.(child.pid as number);
  let output = "";
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000);
      const address = /^ {2}Address +(\S+)$/m.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`The server did not start.\n${output}`)));
  });
  const readyMs = performance.now() - started;
  const { token } = await createClient({ baseUrl: url, token: () => null }).call(login, {
    body: { username: account.email, password: account.password },
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  const stop = () => end("SIGTERM");
  return {
    url,
    pid: child.pid as number,
    dataDir,
    readyMs,
    token,
    client: createClient({ baseUrl: url, token: () => token, fetch: httpFetch }),
    stop,
    kill: () => end("SIGKILL"),
    [Symbol.asyncDispose]: stop,
  };
}

/** Removes settings for other servers, such as a key or an address in the caller's environment. */
function withoutOwnSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(PLUMB_|DATABASE_URL$)/.test(name)));
}

/** Waits until memory has settled after the start. Does nothing in a quick run. */
export async function settle(quick: boolean): Promise<void> {
  if (!quick) await sleep(2000);
}

/** Waits until the server has processed uploads: counting, grouping failures, evaluating tests. */
export async function workDone({ client }: Pick<BenchServer, "client">): Promise<void> {
  for (;;) {
    const { counts } = await client.call(listJobs, { query: { state: "running" } });
    if (counts.queued + counts.running === 0) return;
    await sleep(100);
  }
}

/**
 * Waits until the server has used less than a tenth of a processor for a while, so that work after an upload does not affect the next measurement. A
 * large report is counted one second after its upload, and its tests are evaluated another second later. Statistics, which are computed after half a
 * minute, may still follow.
 */
export async function atRest({ pid }: Pick<BenchServer, "pid">): Promise<void> {
  let quiet = 0;
  for (let before = processorSeconds(pid); before !== null && quiet < quietHalfSeconds;) {
    await sleep(500);
    const now = processorSeconds(pid);
    quiet = now === null || now - before < 0.05 ? quiet + 1 : 0;
    before = now;
  }
}

/** Longer than the second for which a job collects further work, plus the second between two checks for jobs. */
const quietHalfSeconds = 5;

let projects = 0;

/** Creates a project, so that all tests of a measurement are new. */
export async function newProject(server: BenchServer): Promise<{ id: number; key: string }> {
  const { data } = await server.client.call(createProject, {
    body: { name: `bench ${++projects}`, description: "Measured" },
  });
  const key = await server.client.call(createApiKey, { params: { projectId: data.id }, body: { name: "bench" } });
  return { id: data.id, key: key.data.key };
}

/** Creates a project in a database that no server uses, so that data can be written directly, and returns its id. */
export async function newProjectIn(dataDir: string, url: string | undefined): Promise<number> {
  if (url === undefined) await prepareOnce(dataDir);
  await using database = await openDatabaseAt(databaseLocation(dataDir, url));
  await migrate(database.db);
  const input = createProject.body.parse({ name: "bench", description: "Measured" });
  const project = await projectStore.createProject(database.db, input, new Date());
  if (project === null) throw new Error("There is a project of the bench already.");
  return project.id;
}

async function prepareOnce(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, "db"))) await prepareFolder(dataDir);
}
