import { pino } from "pino";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { diagnose } from "#doctor/diagnose.ts";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";
import { openDatabase } from "#store/db.ts";
import { migrate } from "#store/migrate.ts";
import { openReadReplica } from "#store/replica/read-replica.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { databaseUrl, inDatabase, readRows } from "#testing/database.ts";
import { callOf, endpointAccess, nameOf, requestOf } from "#testing/endpoint-calls.ts";
import { seedPerson } from "#testing/people.ts";
import { createFixtures } from "#testing/permission-walk.ts";
import { startPostgres, type TemporaryPostgres } from "#testing/postgres.ts";
import { junit } from "#testing/reports.ts";

// The embedded database has no replicas.
const hasReplicas = inject("databaseTemplate").kind === "postgres";

let primary: TemporaryPostgres;
let standby: TemporaryPostgres;
let databases = 0;

beforeAll(async () => {
  if (!hasReplicas) return;
  primary = await startPostgres(["fsync=off", "max_standby_streaming_delay=0"]);
  standby = await primary.startReplica();
}, 120_000);

afterAll(() => primary?.remove());

interface Plumb extends TestApp {
  readonly warnings: readonly string[];
}

/** Creates servers of one database with a read replica. No messages connect them, so each knows only what its own database connection reads. */
async function createServers({ maxReadLagMs = 60_000 } = {}) {
  databases += 1;
  const name = `plumb_${databases}`;
  await inDatabase(primary.url, `create database ${name}`);
  const stack = new AsyncDisposableStack();
  const create = async (): Promise<Plumb> => {
    const database = await openDatabase({ url: databaseUrl(primary.url, name), folder: null });
    await migrate(database.db);
    const replica = stack.use(openReadReplica(databaseUrl(standby.url, name), database.db));
    const warnings: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) });
    const plumb = stack.use(await createTestApp({}, { database, replica, maxReadLagMs, log }));
    return { ...plumb, warnings };
  };
  const servers = [await create(), await create()] as const;
  return {
    servers,
    onStandby: (statement: string) => inDatabase(databaseUrl(standby.url, name), statement),
    onPrimary: (statement: string) => inDatabase(databaseUrl(primary.url, name), statement),
    url: databaseUrl(primary.url, name),
    standbyUrl: databaseUrl(standby.url, name),
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
}

async function isUsed({ context }: TestApp): Promise<void> {
  await expect.poll(() => context.reads.status()?.state, { timeout: 20_000 }).toBe("used");
}

/** Waits until the replica has everything that is committed. */
async function caughtUp(plumb: TestApp): Promise<void> {
  const isCurrent = () => plumb.context.reads.read("everything", async ({ db }) => db !== plumb.context.db);
  await expect.poll(isCurrent, { timeout: 20_000 }).toBe(true);
}

async function buildsAt(plumb: TestApp, token: string, projectId: number): Promise<string[]> {
  const { body } = await call<{ data: { build: string }[] }>(plumb, "GET", `/api/reports?projectId=${projectId}`, {
    token,
  });
  return body.data.map(({ build }) => build);
}

/** Returns the number of counted runs, from the read model of trends. */
async function runsAt(plumb: TestApp, token: string, projectId: number): Promise<number> {
  const path = `/api/trends/summary?projectId=${projectId}&timeRange=30d`;
  const { body } = await call<{ data: { total_runs: number } }>(plumb, "GET", path, { token });
  return body.data.total_runs;
}

const report = junit([["cart", "adds"]]);

test.runIf(hasReplicas)(
  "users read from the replica, and what they have written from the primary until the replica has it",
  async () => {
    await using cluster = await createServers();
    const [one, other] = cluster.servers;
    const { token, projectId } = await seedProject(one);
    const created = await call<{ data: { key: string } }>(one, "POST", `/api/projects/${projectId}/api-keys`, {
      token,
      body: { name: "agent", scopes: ["ingest", "read"] },
    });
    const { key } = created.body.data;
    const reader = (await seedPerson(one, "reader", { projectId, projectRole: "USER" })).token;
    const path = `/api/annotations/projects/${projectId}/annotations`;
    const addItem = (title: string) => call(one, "POST", path, { token, body: { title, message: "Why is it slow?" } });
    const titlesAt = async (plumb: TestApp, of: string) =>
      (
        await call<{ data: { annotations: { title: string }[] } }>(plumb, "GET", path, { token: of })
      ).body.data.annotations.map(({ title }) => title);
    expect((await send(one, key, { "a.xml": report }, { build: "1" })).status).toBe(200);
    expect((await addItem("first")).status).toBe(200);
    await Promise.all(cluster.servers.map(caughtUp));

    const before = other.context.reads.status()?.reads.replica ?? 0;
    expect(await titlesAt(other, reader)).toEqual(["first"]);
    expect(await buildsAt(other, reader, projectId)).toEqual(["1"]);
    expect(other.context.reads.status()?.reads.replica).toBe(before + 2);

    await cluster.onStandby("select pg_wal_replay_pause()");
    try {
      expect((await addItem("second")).status).toBe(200);
      expect((await send(one, key, { "b.xml": report }, { build: "2" })).status).toBe(200);
      // The same user on another server, and the project's keys.
      expect((await titlesAt(other, token)).toSorted()).toEqual(["first", "second"]);
      expect(await buildsAt(other, key, projectId)).toEqual(["2", "1"]);
      // Another user, of whose server nothing was announced.
      expect(await titlesAt(other, reader)).toEqual(["first"]);
      // On this server, a message has announced the run, and a page that reads again must find it.
      expect(await buildsAt(one, reader, projectId)).toEqual(["2", "1"]);
    } finally {
      await cluster.onStandby("select pg_wal_replay_resume()");
    }
    await Promise.all(cluster.servers.map(caughtUp));
    const after = other.context.reads.status()?.reads;
    expect(await buildsAt(other, token, projectId)).toEqual(["2", "1"]);
    expect(other.context.reads.status()?.reads).toEqual({ ...after, replica: (after?.replica ?? 0) + 1 });
  },
);

test.runIf(hasReplicas)("a replica that is behind changes no value in memory", async () => {
  await using cluster = await createServers();
  const [one, other] = cluster.servers;
  const { token, projectId, key } = await seedProject(one);
  const reader = (await seedPerson(one, "reader", { projectId, projectRole: "USER" })).token;
  const sendAndCount = async (build: string) => {
    await send(one, key, { "a.xml": report }, { build });
    while ((await countEndedRuns(one.context.db, 50)).runs > 0);
  };
  await sendAndCount("1");
  await Promise.all(cluster.servers.map(caughtUp));
  expect(await runsAt(other, reader, projectId)).toBe(1);

  await cluster.onStandby("select pg_wal_replay_pause()");
  try {
    await sendAndCount("2");
    // Loads the older state from the replica, which is all that this user needs.
    expect(await runsAt(other, reader, projectId)).toBe(1);
    // This user has changed something after the run was counted, so the newer state is loaded from the primary.
    await call(one, "POST", `/api/projects/${projectId}/api-keys`, { token, body: { name: "another" } });
    expect(await runsAt(other, token, projectId)).toBe(2);
    // The value in memory is newer than the replica.
    const before = other.context.reads.status()?.reads.behind ?? 0;
    expect(await runsAt(other, reader, projectId)).toBe(2);
    expect(other.context.reads.status()?.reads.behind).toBe(before + 1);
    expect(await runsAt(other, token, projectId)).toBe(2);
  } finally {
    await cluster.onStandby("select pg_wal_replay_resume()");
  }
  await Promise.all(cluster.servers.map(caughtUp));
  await sendAndCount("3");
  await Promise.all(cluster.servers.map(caughtUp));
  const before = other.context.reads.status()?.reads.replica ?? 0;
  expect(await runsAt(other, reader, projectId)).toBe(3);
  expect(other.context.reads.status()?.reads.replica).toBe(before + 1);
});

test.runIf(hasReplicas)("all reading endpoints can run on the replica", async () => {
  await using cluster = await createServers();
  const [plumb] = cluster.servers;
  const fixtures = await createFixtures(plumb);
  const token = await fixtures.tokenOf("admin");
  await caughtUp(plumb);
  for (const access of endpointAccess) {
    const { endpoint } = access;
    const isRead = endpoint.method === "GET" || access.audit === "reads";
    if (!isRead) continue;
    const before = plumb.context.reads.status()?.reads;
    await plumb.app.inject(requestOf(endpoint, await callOf(access, fixtures), token));
    const after = plumb.context.reads.status()?.reads;
    const name = nameOf(access);
    expect({ name, ...after, replica: 0, behind: 0 }).toEqual({ name, ...before, replica: 0, behind: 0 });
  }
  expect(plumb.context.reads.status()?.reads.replica).toBeGreaterThan(40);
});

test.runIf(hasReplicas)("a read that the replica cancels runs on the primary", async () => {
  await using cluster = await createServers();
  const [plumb] = cluster.servers;
  await caughtUp(plumb);
  const ranOn: boolean[] = [];
  const read = plumb.context.reads.read("everything", async ({ db }) => {
    const [row] = await readRows<{ standby: boolean; runs: number }>(
      db,
      "select pg_is_in_recovery() as standby, (select count(*) from run where project_id = 0) as runs, case when pg_is_in_recovery() then pg_sleep(60)::text end",
    );
    ranOn.push(row?.standby === true);
    return row?.runs;
  });
  await using watched = await openDatabase({ url: cluster.standbyUrl, folder: null, connections: 1 });
  const sleeping = "select 1 from pg_stat_activity where wait_event = 'PgSleep'";
  await expect.poll(() => readRows(watched.db, sleeping), { timeout: 10_000 }).toHaveLength(1);
  await cluster.onPrimary("alter table run add column conflict int");
  expect(await read).toBe(0);
  expect(ranOn).toEqual([false]);
  expect(plumb.context.reads.status()?.reads.conflict).toBe(1);
  expect(plumb.warnings.join()).toContain("cancelled a read");
  await isUsed(plumb);
});

test.runIf(hasReplicas)(
  "without the replica, or while it is too far behind, all reads run on the primary",
  async () => {
    await using cluster = await createServers({ maxReadLagMs: 1000 });
    const [plumb] = cluster.servers;
    const { token, projectId, key } = await seedProject(plumb);
    await caughtUp(plumb);

    await cluster.onStandby("select pg_wal_replay_pause()");
    await send(plumb, key, { "a.xml": report }, { build: "1" });
    await expect.poll(() => plumb.context.reads.status()?.state, { timeout: 20_000 }).toBe("behind");
    expect(await buildsAt(plumb, token, projectId)).toEqual(["1"]);
    const metrics = await plumb.app.inject("/metrics");
    expect(metrics.payload).toMatch(/plumb_read_replica_used 0/);
    expect(metrics.payload).toMatch(/plumb_read_replica_lag_seconds [1-9]/);
    await cluster.onStandby("select pg_wal_replay_resume()");
    await isUsed(plumb);

    await standby.kill();
    expect(await buildsAt(plumb, token, projectId)).toEqual(["1"]);
    await expect.poll(() => plumb.context.reads.status()?.state, { timeout: 20_000 }).toBe("away");
    expect(await buildsAt(plumb, token, projectId)).toEqual(["1"]);
    await standby.restart();
    await isUsed(plumb);
    await caughtUp(plumb);
    const about = plumb.warnings.map((line) => (JSON.parse(line) as { msg: string }).msg.replace(/ \(.*\)/, ""));
    expect(about).toEqual([
      expect.stringMatching(/^The read replica is not used: it is \d+ seconds behind/),
      "The read replica is used again.",
      "The read replica is not used: it cannot be reached. All reads use the primary.",
      "The read replica is used again.",
    ]);
  },
);

test.runIf(hasReplicas)("a server that is not a replica of the primary is not used", async () => {
  await using cluster = await createServers();
  const [plumb] = cluster.servers;
  await using replica = openReadReplica(primary.url, plumb.context.db);
  await expect(replica.connect()).rejects.toThrow("not a streaming replica");
  const template = inject("databaseTemplate");
  await using other = await openDatabase({ url: "url" in template ? template.url : undefined, folder: null });
  await using foreign = openReadReplica(standby.url, other.db);
  await expect(foreign.connect()).rejects.toThrow("a replica of another server");

  const check = async (readUrl: string) => {
    const findings = await diagnose({ DATABASE_URL: cluster.url, DATABASE_READ_URL: readUrl, PLUMB_DATA_DIR: dataDir });
    return findings.find((finding) => finding.check === "Read replica");
  };
  const { dataDir } = plumb.context.config;
  expect(await check(cluster.standbyUrl)).toMatchObject({ state: "ok" });
  const wrong = await check(cluster.url);
  expect(wrong?.state).toBe("failed");
  expect(wrong?.text).toContain("not a streaming replica");
});
