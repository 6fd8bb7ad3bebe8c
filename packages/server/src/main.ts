import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createApp } from "./app.ts";
import { commands, runCommand } from "./commands.ts";
import { createArtifactApp } from "./artifact-app.ts";
import { demoAccount } from "#api/public-config/demo-account.ts";
import { type Config, readConfig } from "./config.ts";
import { restoreDemo } from "./restore-demo.ts";
import { type DemoStart, startDemo } from "./start-demo.ts";
import { prepareDataFolder } from "#core/data-folder.ts";
import { logWhatNobodyCaught } from "#core/last-resort.ts";
import { createLog } from "#core/log.ts";
import { listenForArtifacts } from "#http/artifact-listener.ts";
import type { Context } from "#core/context.ts";
import { createContext } from "./create-context.ts";
import { checkStorage } from "#files/blobs/check-storage.ts";
import { useClassifierModel } from "#failures/classifier-model.ts";
import { ensureAdmin } from "#api/auth/first-admin.ts";
import { moveLocalExports } from "#exports/queue/move-local-exports.ts";
import { removeAbandonedFiles } from "#ingest/spool/temporary-files.ts";
import { startJobs } from "#jobs/engine.ts";
import { connectReplicas } from "#core/replica-bus.ts";
import { separateFromFiles } from "#backup/command-options.ts";
import { serveBackupRequests } from "#backup/backup-requests.ts";
import { serveRequest } from "#backup/backup-running-server.ts";
import { secretOf } from "#core/secret-file.ts";
import { warmUp } from "#read-models/warm-up.ts";
import { accountExists } from "#store/people/accounts.ts";
import { type Database, openDatabase } from "#store/db.ts";
import { hasDistributedTables } from "#store/distribution/distribute.ts";
import { migrate } from "#store/migrate.ts";
import { openReadReplica, type ReadReplica } from "#store/replica/read-replica.ts";
import { isDistributed, writeForDistributed } from "#store/statement-kind.ts";
import { endAbandonedUploads } from "#store/uploads/uploads.ts";
import { announceStatusChanges } from "#runs/announce-status-changes.ts";
import { withdrawAbandoned, withdrawSource } from "#runs/sources/withdraw-source.ts";
import { createWorkerPool } from "#threads/worker-pool.ts";
import { readTraceSettings } from "#tracing/trace-settings.ts";
import { announceWriter } from "#store/writer.ts";
import { requestedText } from "./usage.ts";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** Time for open requests to complete after a stop signal, before their connections are closed. */
const shutdownGraceMs = 3000;
/** Longer uploads are cut off, and their sender retries them. */
const stopMs = 10_000;

const [commandName = "", ...commandArgs] = process.argv.slice(2);
if (Object.hasOwn(commands, commandName)) process.exit(await runCommand(commandName, commandArgs, version));

const text = requestedText(process.argv.slice(2), version);
if (text !== null) {
  process.stdout.write(text);
  process.exit(0);
}

const running = new AsyncDisposableStack();
try {
  await start();
} catch (error) {
  process.stderr.write(`Plumb did not start.\n${error instanceof Error ? error.message : String(error)}\n`);
  setTimeout(() => process.exit(1), stopMs).unref();
  // Report the startup error, not a later error while stopping.
  await running[Symbol.asyncDispose]().catch(() => undefined);
  process.exit(1);
}

async function start(): Promise<void> {
  const { config, log } = readSettings();
  const traces = readTraceSettings(process.env);
  // Before the database, whose statements are part of the traces.
  if (traces !== null) running.use((await import("#tracing/start-tracing.ts")).startTracing(traces, { version, log }));
  const database = running.use(await openDatabase({ url: config.databaseUrl, folder: config.dataDir }));
  if (config.demo) await restoreDemo(database, config, new Date());
  await migrate(database.db);
  if (await hasDistributedTables(database.db)) writeForDistributed();
  const writer = running.use(await announceWriter(database));
  // Cleans up uploads that a crash interrupted: first files, then rows.
  await removeAbandonedFiles({ db: database.db, writer }, config.dataDir);
  const { length: withdrawn } = await withdrawAbandoned(database.db, writer, new Date());
  await endAbandonedUploads(database.db, writer, new Date());
  if (withdrawn > 0)
    log.warn(`${withdrawn} uploads were interrupted when the server stopped and were rolled back; send them again.`);
  if (config.databaseUrl !== undefined && config.secret === undefined) {
    log.warn("PLUMB_SECRET is not set: signed links and stored secrets are valid on this replica only.");
  }
  const secret = config.secret ?? secretOf(config.dataDir);
  const stopping = new AbortController();
  let address = "";
  let artifactPort: number | null = null;
  let demoServices: string | null = null;
  const allowTargets = new Set<string>();
  const context = createContext({
    database,
    replica: openReplica(config, database),
    maxReadLagMs: config.maxReadLagMs,
    writer,
    threads: running.use(createWorkerPool()),
    config,
    blobs: config.blobs,
    secret,
    clock: () => new Date(),
    log,
    publicUrl: () => config.publicUrl ?? address,
    artifactPort: () => artifactPort,
    version,
    stopping: stopping.signal,
    demoServices: () => demoServices,
    allowTargets,
  });
  running.use(context.reads);
  if (typeof config.blobs !== "string") await checkStorage(context);
  if (config.demo) await ensureAdmin(context, demoAccount);
  if (config.admin !== undefined) await ensureAdmin(context, { username: config.admin.email, ...config.admin });
  if (!context.embedded)
    running.use(await connectReplicas({ ...context, id: writer.id, settings: { secret, version } }));
  const app = await createApp(context);
  running.defer(() => close(app));
  address = displayed(await app.listen({ host: config.host, port: config.port }).catch(explainPort));
  const artifactApp = await createArtifactApp(context);
  running.defer(() => close(artifactApp));
  artifactPort = await listenForArtifacts(artifactApp, { host: config.host, port: config.artifactPort });
  const stopJobs = running.adopt(await startJobs({ ...context, db: context.backgroundDb }), (stopJobs) => stopJobs());
  if (context.embedded)
    running.use(serveBackupRequests(config.dataDir, (request) => serveRequest(context, config, request)));
  logWhatNobodyCaught(log);
  // Before the announcement, because a supervisor may stop a server that it starts.
  stopOnSignals({ stopping, stopJobs, drainMs: config.drainMs, log });
  if (config.demo)
    await completeDemo(context, config.port, address, ({ http, mail }) => {
      for (const port of [http, mail]) allowTargets.add(`127.0.0.1:${port}`);
      demoServices = `http://127.0.0.1:${http}`;
    });
  announce(config, address, database.description, artifactPort !== null, await nextStep(context, address));
  if (!context.embedded) warmUpInBackground(context);
  moveLocalExports(context).catch((error: unknown) =>
    log.warn({ err: error }, "exports of version 0.2 were not moved"),
  );
}

/** Reads the configuration and prepares the data folder. */
function readSettings(): Pick<Context, "log"> & { readonly config: Config } {
  const { config, warnings } = readConfig(process.env, process.argv.slice(2));
  if (config.classifierModel !== undefined) useClassifierModel(config.classifierModel);
  const log = createLog(config.logLevel);
  for (const warning of warnings) log.warn(warning);
  if (config.backups !== undefined) separateFromFiles(config, config.backups, "PLUMB_BACKUPS");
  for (const warning of prepareDataFolder(config.dataDir)) log.warn(warning);
  return { config, log };
}

/** Returns `null` without DATABASE_READ_URL. */
function openReplica({ readUrl }: Config, { db }: Database): ReadReplica | null {
  if (readUrl === undefined) return null;
  if (isDistributed())
    throw new Error(
      "DATABASE_READ_URL cannot be used with a distributed database: a replica of the coordinator has no rows of projects.",
    );
  return running.use(openReadReplica(readUrl, db));
}

interface Stop {
  readonly stopping: AbortController;
  readonly stopJobs: () => Promise<void>;
  readonly drainMs: number;
  readonly log: Context["log"];
}

/** On SIGTERM, other replicas take over the jobs immediately, and requests are served until load balancers have noticed. */
function stopOnSignals({ stopping, stopJobs, drainMs, log }: Stop): void {
  const drained = new AbortController();
  const stop = async (signal: NodeJS.Signals) => {
    // A second signal ends the drain.
    if (stopping.signal.aborted) return drained.abort();
    stopping.abort();
    if (signal === "SIGTERM" && drainMs > 0)
      await Promise.all([stopJobs(), sleep(drainMs, undefined, { signal: drained.signal }).catch(() => undefined)]);
    setTimeout(() => process.exit(1), stopMs).unref();
    const stopped = await running[Symbol.asyncDispose]().then(
      () => true,
      (error: unknown) => log.error({ err: error }, "not everything could be stopped"),
    );
    process.exit(stopped === true ? 0 : 1);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(signal));
}

/** Resolves when the demo project is complete, or cannot be completed. */
async function completeDemo(
  context: Context,
  port: number,
  address: string,
  onServices: DemoStart["onServices"],
): Promise<void> {
  const { config, db, clock, log } = context;
  process.stdout.write("Completing the demo project …\n");
  const demo = startDemo({
    node: process.execPath,
    address,
    dataDir: config.dataDir,
    // After the ports of the app and of the artifacts.
    servicesPort: port === 0 || port > 65_000 ? 0 : port + 2,
    log,
    onServices,
    withdraw: async ({ projectId, source }) => {
      const change = await withdrawSource(db, projectId, source, clock());
      announceStatusChanges(context, change === null ? [] : [change]);
    },
  });
  running.defer(demo.stop);
  await demo.loaded;
}

/** Not for the embedded database: it serves one statement at a time, and visitors come first. */
function warmUpInBackground(context: Context): void {
  const stopped = new AbortController();
  const done = warmUp(context, stopped.signal).catch((error: unknown) =>
    context.log.warn({ err: error }, "not everything could be loaded after the start"),
  );
  running.defer(async () => {
    stopped.abort();
    await done;
  });
}

async function close(app: Awaited<ReturnType<typeof createApp>>): Promise<void> {
  const closeTimer = setTimeout(() => app.server.closeAllConnections(), shutdownGraceMs).unref();
  await app.close();
  clearTimeout(closeTimer);
}

async function nextStep({ db, config }: Context, address: string): Promise<string> {
  if (config.demo)
    return `Open ${address} and sign in as ${demoAccount.email} with the password ${demoAccount.password}`;
  if (await accountExists(db)) return `Open ${address} and sign in`;
  return `Open ${address}; the first account becomes the administrator`;
}

function announce(config: Config, address: string, database: string, separateArtifacts: boolean, next: string): void {
  process.stdout.write(
    [
      `Plumb ${version} is ready.`,
      `  Address   ${address}`,
      `  Database  ${database}`,
      `  Data      ${config.dataDir}`,
      ...(separateArtifacts ? [] : [`  Artifacts ${withoutArtifacts(config)}`]),
      `  Next      ${next}`,
      "",
    ].join("\n"),
  );
}

function withoutArtifacts({ artifactPort }: Config): string {
  return `Port ${artifactPort} is taken by another program: HTML, SVG, PDF and traces are only offered for download. Stop it, or set PLUMB_ARTIFACT_PORT to another port.`;
}

function explainPort(error: NodeJS.ErrnoException): never {
  if (error.code !== "EADDRINUSE") throw error;
  throw new Error("The port is taken by another program. Stop it, or set PLUMB_PORT to another port.", {
    cause: error,
  });
}

/** Browsers cannot open wildcard addresses. */
function displayed(address: string): string {
  return address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
