import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Joined, Received } from "@plumb/contract/realtime.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { expect, inject, test } from "vitest";
import { connectLive } from "#testing/live-client.ts";
import { createServerHome } from "#testing/process.ts";
import { createKeyAt, createProjectAt, signInAt } from "#testing/remote.ts";
import { sendUntilAccepted } from "#testing/remote-load.ts";
import { startReplicaProxy } from "#testing/replica-proxy.ts";
import { contentOf, filesOfReport } from "#testing/report-with-file.ts";
import { reportLive, upload } from "#testing/steady-load.ts";
import { hasSwift, type ObjectStorage, startSwift } from "#testing/swift.ts";

/** The long version: `PLUMB_ROLLING_ROUNDS=10 PLUMB_ROLLING_REPORTERS=200`. */
const rounds = Number(process.env["PLUMB_ROLLING_ROUNDS"] ?? 1);
const reporters = Number(process.env["PLUMB_ROLLING_REPORTERS"] ?? 3);
const testsOfUpload = 200;
const loadMs = 1500;

/** Follows the reports of a project as a page does: reads them all when it may have missed something, and else only what messages are about. */
async function watch(
  { url, stopped }: { readonly url: string; readonly stopped: AbortSignal },
  token: string,
  projectId: number,
  seen: Map<number, string>,
) {
  const headers = { authorization: `Bearer ${token}` };
  const readAll = async () => {
    for (const { id, status } of await reportsAt(url, token, projectId)) seen.set(id, status);
  };
  const read = async (id: number) => {
    // The report of an upload that was rolled back no longer exists.
    const found = await sendUntilAccepted<{ data: Report }>(`${url}/api/reports/${id}`, () => ({ headers })).catch(
      () => null,
    );
    if (found === null) seen.delete(id);
    else seen.set(id, found.data.status);
  };
  let last: Received | null = null;
  let connections = 0;
  while (!stopped.aborted) {
    const client = await connectLive(url.replace("http", "ws"), { token }).catch(() => null);
    if (client === null) {
      await sleep(100);
      continue;
    }
    connections += 1;
    const response: Promise<Joined | null> = client.ask("join-project", projectId, last);
    const joined: Joined | null = await Promise.race([response, client.ended.then(() => null)]);
    if (joined?.success !== true) continue;
    last = { epoch: joined.epoch, number: joined.number };
    if (!joined.resumed) await readAll();
    const end = new Promise((resolve) => stopped.addEventListener("abort", resolve));
    let handled = 0;
    for (let isOpen = true; isOpen;) {
      isOpen = await Promise.race([sleep(20, true), Promise.race([client.ended, end]).then(() => false)]);
      for (; handled < client.heard.length; handled += 1) {
        const { event, data } = client.heard[handled] as (typeof client.heard)[number];
        if (/^test-execution-(started|completed)$/.test(event)) await read((data as { reportId: number }).reportId);
      }
    }
    client[Symbol.dispose]();
  }
  return connections;
}

async function reportsAt(url: string, token: string, projectId: number): Promise<Report[]> {
  const headers = { authorization: `Bearer ${token}` };
  const all: Report[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const query: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { data: Report[]; nextCursor: string | null } = await sendUntilAccepted(
      `${url}/api/reports?projectId=${projectId}&limit=100${query}`,
      () => ({ headers }),
    );
    all.push(...page.data);
    cursor = page.nextCursor;
  }
  return all;
}

function bucketSettings({ bucket, endpoint, credentials }: ObjectStorage): Record<string, string> {
  return {
    PLUMB_BLOBS: `s3://${bucket}/plumb`,
    PLUMB_S3_ENDPOINT: endpoint,
    PLUMB_S3_PATH_STYLE: "true",
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}

// The embedded database belongs to one process, so it has no replicas.
test.runIf(inject("databaseTemplate").kind === "postgres")(
  "nothing is lost or doubled while replicas are stopped, killed and replaced under load",
  { timeout: 60_000 * rounds + 60_000 },
  async () => {
    await using home = await createServerHome();
    await using proxy = await startReplicaProxy();
    await using storage = hasSwift ? await startSwift() : null;
    const shared = {
      PLUMB_SECRET: "a secret of all replicas",
      ...(storage === null ? { PLUMB_BLOBS: join(home.dataDir, "blobs") } : bucketSettings(storage)),
      PLUMB_DRAIN_SECONDS: "1",
    };
    let count = 0;
    const start = async () => {
      const server = await home.start({ ...shared, PLUMB_DATA_DIR: join(home.dataDir, `replica-${(count += 1)}`) });
      proxy.add(server.url);
      return server;
    };
    const replicas = [await start(), await start(), await start()];
    const token = await signInAt(proxy);
    const projectId = await createProjectAt(proxy, token);
    const key = await createKeyAt(proxy, token, projectId);
    const sending = new AbortController();
    const watching = new AbortController();
    const sent = new Map<string, number>();
    const load = { urlOf: () => proxy.url, key, sent, stopped: sending.signal, testsOfUpload };
    const seen = new Map<number, string>();
    const watched = watch({ url: proxy.url, stopped: watching.signal }, token, projectId, seen);
    const senders = Promise.all([
      ...Array.from({ length: reporters }, (_, reporter) => reportLive(load, reporter)),
      upload(load, 0),
    ]);

    for (let round = 0; round < rounds; round += 1) {
      await sleep(loadMs);
      const [first] = replicas.splice(0, 1);
      expect(await first?.stop()).toBe(0);
      replicas.push(await start());
      await sleep(loadMs);
      const [second] = replicas.splice(0, 1);
      await second?.kill();
      replicas.push(await start());
      await sleep(loadMs);
      const [third] = replicas.splice(0, 1);
      expect(await third?.stop()).toBe(0);
      replicas.push(await start());
    }
    await sleep(loadMs);
    sending.abort();
    await senders;

    const reports = await reportsAt(proxy.url, token, projectId);
    const totals = reports.map(
      ({ build, status, summary }) => `${build}: ${status} ${summary.total} ${summary.passed}`,
    );
    expect(totals.toSorted()).toEqual(
      [...sent].map(([build, total]) => `${build}: completed ${total} ${total}`).toSorted(),
    );
    expect(sent.size).toBeGreaterThan(2 * reporters);
    const read = <Body>(path: string) =>
      sendUntilAccepted<Body>(`${proxy.url}${path}`, () => ({ headers: { authorization: `Bearer ${token}` } }));
    for (const { id, build } of reports.filter((report) => report.build?.startsWith("upload")))
      expect(await filesOfReport({ url: proxy.url, read }, id)).toEqual([contentOf(build ?? "")]);
    const ends = new Map(reports.map(({ id, status }) => [id, status]));
    const seenOfEnds = () => new Map([...seen].filter(([id]) => ends.has(id)));
    await expect.poll(seenOfEnds, { timeout: 10_000 }).toEqual(ends);
    watching.abort();
    expect(await watched).toBeGreaterThan(1);
  },
);
