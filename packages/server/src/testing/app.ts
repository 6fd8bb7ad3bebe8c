import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileVerdict, UploadedRun } from "@plumb/contract/runs/ingest.ts";
import type { FastifyInstance } from "fastify";
import { type Logger, pino } from "pino";
import { createApp } from "#app.ts";
import type { BlobLocation } from "#config.ts";
import type { Context } from "#core/context.ts";
import { createContext } from "#create-context.ts";
import type { Database } from "#store/db.ts";
import type { ReadReplica } from "#store/replica/read-replica.ts";
import { announceWriter } from "#store/writer.ts";
import { createWorkerPool } from "#threads/worker-pool.ts";
import { createTestDatabase } from "./database.ts";
import { seedAdmin, seedSession } from "./people.ts";

const now = new Date("2026-03-04T10:00:00.000Z");
const maxUploadBytes = 50 * 1024 * 1024;

export interface TestApp extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly context: Context;
  readonly database: Database;
  /** Current time of the server, which only changes when a test sets it. */
  readonly time: { now: Date };
}

/** Creates a complete server without a port, with its own database and data folder. */
export async function createTestApp(
  settings: Partial<Context["config"]> = {},
  {
    blobs,
    database: own,
    ...replica
  }: {
    readonly blobs?: BlobLocation;
    readonly database?: Database;
    readonly replica?: ReadReplica;
    readonly maxReadLagMs?: number;
    readonly log?: Logger;
  } = {},
): Promise<TestApp> {
  const database = own ?? (await createTestDatabase());
  const dataDir = mkdtempSync(join(tmpdir(), "plumb-test-data-"));
  const writer = await announceWriter(database);
  const time = { now };
  const threads = createWorkerPool();
  const context = createContext({
    database,
    writer,
    threads,
    log: pino({ level: "silent" }),
    ...replica,
    config: {
      dataDir,
      maxUploadBytes,
      maxProjectBytes: null,
      maxConnectionsPerAddress: null,
      metricsKey: null,
      runTimeoutMs: 60_000,
      demo: false,
      trustProxy: false,
      oidc: undefined,
      backups: undefined,
      // Servers of tests listen on loopback.
      allowPrivateHosts: ["127.0.0.1"],
      host: "0.0.0.0",
      publicUrl: undefined,
      artifactUrl: undefined,
      ...settings,
    },
    blobs: blobs ?? join(dataDir, "blobs"),
    secret: "a secret for tests",
    clock: () => time.now,
    publicUrl: () => "http://plumb.test",
    artifactPort: () => 4601,
    demoServices: () => null,
    version: "0.0.0-test",
    stopping: new AbortController().signal,
  });
  const app = await createApp(context);
  return {
    app,
    context,
    database,
    time,
    async [Symbol.asyncDispose]() {
      await app.close();
      await context.reads[Symbol.asyncDispose]();
      await threads[Symbol.asyncDispose]();
      await writer[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Reply<Body> {
  readonly status: number;
  readonly body: Body;
}

/** Sends a JSON request. `token` is a session token or an API key. */
export async function call<Body = Record<string, unknown>>(
  { app }: Pick<TestApp, "app">,
  method: "GET" | "POST" | "PUT" | "DELETE",
  url: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<Reply<Body>> {
  const response = await app.inject({
    method,
    url,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  return { status: response.statusCode, body: response.json<Body>() };
}

/** Creates the administrator of an empty server, with a project and a key for uploads. */
export async function seedProject(
  testApp: TestApp,
  name = "Shop",
): Promise<{ token: string; projectId: number; key: string }> {
  const token = await seedSession(testApp, await seedAdmin(testApp));
  return { token, ...(await addProject(testApp, token, name)) };
}

/** Creates another project with a key for uploads. */
export async function addProject(
  testApp: TestApp,
  token: string,
  name: string,
): Promise<{ projectId: number; key: string }> {
  const project = await call<{ data: { id: number } }>(testApp, "POST", "/api/projects", {
    token,
    body: { name, description: `Tests of ${name}` },
  });
  const projectId = project.body.data.id;
  const key = await call<{ data: { key: string } }>(testApp, "POST", `/api/projects/${projectId}/api-keys`, {
    token,
    body: { name: "CI" },
  });
  return { projectId, key: key.body.data.key };
}

export interface UploadReply {
  readonly success: boolean;
  readonly data: UploadedRun;
  readonly files: FileVerdict[];
  readonly error?: string;
  readonly code?: string;
}

/** Sends files as one multipart upload. */
export async function send(
  { app }: Pick<TestApp, "app">,
  key: string,
  files: Record<string, string | Uint8Array>,
  query: Record<string, string> | string[][] = {},
): Promise<Reply<UploadReply>> {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append("files", new Blob([content as BlobPart]), name);
  const request = new Request("http://plumb.test", { method: "POST", body: form });
  const response = await app.inject({
    method: "POST",
    url: `/api/ingest/uploads?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${key}`, "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json<UploadReply>() };
}
