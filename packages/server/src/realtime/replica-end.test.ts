import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Export } from "@plumb/contract/runs/exports.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import type { Upload } from "@plumb/contract/runs/uploads.ts";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openDatabase } from "#store/db.ts";
import { runStatement } from "#testing/database.ts";
import { connectLive } from "#testing/live-client.ts";
import { testEvent } from "#testing/live-events.ts";
import { createServerHome, type ServerHome, type ServerProcess } from "#testing/process.ts";
import { createKeyAt, createProjectAt, signInAt } from "#testing/remote.ts";
import { openLiveAt } from "#testing/remote-load.ts";
import { junit } from "#testing/reports.ts";

// The embedded database belongs to one process, so it has no replicas.
const hasReplicas = inject("databaseTemplate").kind === "postgres";
const within = { timeout: 30_000 };
/** Enough to take a while to write. */
const tests = 15_000;

/** Ends the connections of a process, as the network does when a machine is paused for long. */
async function endConnections(url: string, name: string): Promise<void> {
  await using database = await openDatabase({ url, folder: null, connections: 1 });
  await runStatement(
    database.db,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = '${name}'`,
  );
}

const large = junit(Array.from({ length: tests }, (_, index) => ["suite", `case ${index}`] as [string, string]));

function send({ url }: Pick<ServerProcess, "url">, key: string, build: string): Promise<Response> {
  return fetch(`${url}/api/ingest/uploads?suite=web&build=${build}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "text/xml" },
    body: large,
  });
}

describe.runIf(hasReplicas)("two replicas", { timeout: 120_000 }, () => {
  let home: ServerHome;
  let one: ServerProcess;
  let other: ServerProcess;
  let token = "";
  let projectId = 0;
  let key = "";

  beforeAll(async () => {
    home = await createServerHome();
    const shared = { PLUMB_SECRET: randomUUID(), PLUMB_BLOBS: join(home.dataDir, "blobs") };
    const folder = (name: string) => ({ PLUMB_DATA_DIR: join(home.dataDir, name) });
    // The name distinguishes the connections of the first one.
    one = await home.start({ ...shared, ...folder("one"), DATABASE_URL: `${home.databaseUrl}?application_name=one` });
    other = await home.start({ ...shared, ...folder("other") });
    token = await signInAt(one);
    projectId = await createProjectAt(one, token);
    key = await createKeyAt(one, token, projectId);
  }, 120_000);
  afterAll(() => home[Symbol.asyncDispose]());

  const get = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(`${other.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    return ((await response.json()) as { data: Data }).data;
  };
  const reports = async (build: string) =>
    (await get<Report[]>(`/api/reports?projectId=${projectId}`)).filter((report) => report.build === build);
  const uploads = () => get<Upload[]>(`/api/projects/${projectId}/uploads`);
  /** Starts an upload at the first replica, and resolves when it has written results. */
  const beginUpload = async (build: string) => {
    const response = send(one, key, build).catch(() => "cut off" as const);
    await expect.poll(async () => (await reports(build)).length, within).toBe(1);
    return { response };
  };
  const complete = [{ status: "completed", summary: { total: tests, passed: tests } }];

  test("each batch of a live run can reach another replica", async () => {
    let turn = 0;
    const urlOf = () => ((turn += 1) % 2 === 0 ? one : other).url;
    const live = await openLiveAt(urlOf, key, { clientId: "reporter", build: "live" });
    for (let index = 0; index < 10; index += 1) {
      await live.batch([testEvent(`test ${index}`, "running")]);
      await live.batch([testEvent(`test ${index}`, index === 3 ? "failed" : "passed")]);
    }
    await live.complete();
    expect(await reports("live")).toMatchObject([{ status: "failed", summary: { total: 10, passed: 9, failed: 1 } }]);
  });

  test("an export is offered by each replica, whichever made it", async () => {
    const [report] = await reports("live");
    const path = `/api/reports/${report?.id}/exports`;
    const ask = async (server: ServerProcess, method: string, of = "") => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const body = method === "POST" ? { body: JSON.stringify({ format: "json" }) } : {};
      const response = await fetch(`${server.url}${path}${of}`, { method, headers, ...body });
      return ((await response.json()) as { data: Export }).data;
    };
    const { exportId } = await ask(one, "POST");
    await expect.poll(async () => (await ask(other, "GET", `/${exportId}`)).state, within).toBe("done");
    const { downloadUrl, bytes } = await ask(other, "GET", `/${exportId}`);
    const download = async (server: ServerProcess) => fetch(`${server.url}${downloadUrl}`);
    for (const server of [one, other]) expect((await (await download(server)).arrayBuffer()).byteLength).toBe(bytes);

    await ask(other, "DELETE", `/${exportId}`);
    for (const server of [one, other]) expect((await download(server)).status).toBe(404);
  });

  test("a paused replica retains its upload, which ends once after it continues", async () => {
    const sending = await beginUpload("paused");
    one.signal("SIGSTOP");
    // Longer than the interval of the sweep.
    await sleep(7000);
    expect(await (await send(other, key, "paused")).json()).toMatchObject({ code: "upload_in_progress" });
    one.signal("SIGCONT");

    expect(await sending.response).toMatchObject({ status: 200 });
    expect(await (await send(other, key, "paused")).json()).toMatchObject({ files: [{ verdict: "duplicate" }] });
    expect(await reports("paused")).toMatchObject(complete);
  });

  test("a paused replica that lost its connections doubles nothing after it continues", async () => {
    const sending = await beginUpload("lost");
    one.signal("SIGSTOP");
    await endConnections(home.databaseUrl ?? "", "one");
    expect((await send(other, key, "lost")).status).toBe(200);
    one.signal("SIGCONT");

    expect(await sending.response).toMatchObject({ status: 503 });
    expect(await reports("lost")).toMatchObject(complete);
  });

  test("the upload of a killed replica is rolled back by another one within seconds, and can be sent again", async () => {
    const sending = await beginUpload("killed");
    await one.kill();
    expect(await sending.response).toBe("cut off");

    await expect.poll(() => reports("killed"), within).toEqual([]);
    await expect
      .poll(async () => (await uploads())[0], within)
      .toMatchObject({ state: "failed", reason: expect.stringContaining("send it again") as string });
    expect((await send(other, key, "killed")).status).toBe(200);
    expect(await reports("killed")).toMatchObject(complete);
  });
});

test("a server that stops reports it, and serves requests until the drain ends", async () => {
  await using home = await createServerHome();
  const server = await home.start({ PLUMB_DRAIN_SECONDS: "4" });
  const token = await signInAt(server);
  const projectId = await createProjectAt(server, token);
  using watcher = await connectLive(server.url.replace("http", "ws"), { token });
  await watcher.ask("join-project", projectId);
  const stopped = server.stop();

  const ready = async () => fetch(`${server.url}/readyz`);
  await expect.poll(async () => (await ready()).status).toBe(503);
  expect(await (await ready()).json()).toEqual({ status: "stopping" });
  const response = await fetch(`${server.url}/api/projects`, { headers: { authorization: `Bearer ${token}` } });
  expect([response.status, response.headers.get("connection")]).toEqual([200, "close"]);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await createKeyAt(server, token, projectId)).not.toBe("");
  expect(await watcher.ask("join-project", projectId)).toMatchObject({ success: true });
  await watcher.ended;
  expect(await stopped).toBe(0);
});

test("a second signal ends the drain", async () => {
  await using home = await createServerHome();
  const server = await home.start({ PLUMB_DRAIN_SECONDS: "3600" });
  server.signal("SIGTERM");
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
  expect(await server.stop()).toBe(0);
});
