import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, inject, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { sendDeliveries, sendSlowDeliveries } from "#jobs/handlers/send-deliveries.ts";
import { claimedUntil, sendDue } from "./send.ts";
import { createOutgoing } from "#outgoing/outgoing.ts";
import { webhookHandler } from "#senders/webhooks/webhook-handler.ts";
import { announceWriter } from "#store/writer.ts";
import { switchOff, updateWebhook } from "#store/integrations/webhooks.ts";
import { closeFailing, slowMs, wasSlow } from "#store/outbox/destinations.ts";
import { recordOutcome } from "#store/outbox/outcome.ts";
import { type ClaimedDelivery, claimNext, insertDeliveries } from "#store/outbox/queue.ts";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { addDestination, failedList, later, runUntilSent, sendOnTwoServers } from "#testing/outbox.ts";

// In the embedded database, any other process counts as dead.
const hasReplicas = inject("databaseTemplate").kind === "postgres";

const texts = (count: number, prefix = "e") => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

const notFound = () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }));
const loopback = () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]);

/** The context of a server that gives up on a response of `url` after `timeoutMs`. */
function impatient({ context }: TestApp, url: string, timeoutMs: number) {
  const { outgoing } = context;
  return {
    ...context,
    outgoing: {
      ...outgoing,
      request: (options: Parameters<typeof outgoing.request>[0]) =>
        outgoing.request(options.url.startsWith(url) ? { ...options, timeoutMs } : options),
    },
  };
}

/** Starts a server that answers with `write`, for responses that do not end. */
async function startRawService(write: (response: ServerResponse) => void) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume();
    write(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

test.for([301, 401, 403, 404, 408, 429, 500, 503])(
  "after a response with %i, later events wait, and all arrive once and in order",
  async (status) => {
    await using plumb = await createTestApp();
    let works = false;
    await using far = await startFakeService(() =>
      works ? {} : { status, headers: { location: "http://10.0.0.1/" } },
    );
    const { queue, log } = await addDestination(plumb, await seedProject(plumb), far.url);
    await queue(texts(3));
    await runJobs(plumb.context);
    expect(far.received.map(({ body }) => body)).toEqual(["e0"]);
    expect(await log()).toMatchObject([
      { responseStatus: status, attempts: 1, status: "pending" },
      { attempts: 0 },
      { attempts: 0 },
    ]);
    works = true;
    await runUntilSent(plumb, 1);
    expect(far.received.map(({ body }) => body)).toEqual(["e0", "e0", "e1", "e2"]);
    expect((await log()).map((delivery) => delivery.status)).toEqual(["delivered", "delivered", "delivered"]);
  },
);

test.for([400, 409, 413, 422])("an event that is rejected with %i delays no other event", async (status) => {
  await using plumb = await createTestApp();
  await using far = await startFakeService(({ body }) => (body === "e0" ? { status } : {}));
  const seeded = await seedProject(plumb);
  const { queue, log } = await addDestination(plumb, seeded, far.url);
  await queue(texts(3));
  await runJobs(plumb.context);
  expect(far.received.map(({ body }) => body)).toEqual(["e0", "e1", "e2"]);
  await runUntilSent(plumb, 2);
  expect(far.received).toHaveLength(8);
  expect(await log()).toMatchObject([{ status: "failed", attempts: 6 }, {}, {}]);
  expect(await failedList(plumb, seeded).read()).toMatchObject({
    total: 1,
    sendable: 1,
    data: [{ responseStatus: status }],
  });
});

test("an event that always breaks the receiver does not block the others", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService(({ body }) => (body === "e2" ? { status: 500 } : {}));
  const { queue, log } = await addDestination(plumb, await seedProject(plumb), far.url);
  await queue(texts(20));
  await runUntilSent(plumb, 3);
  const delivered = (await log()).filter(({ status }) => status === "delivered");
  expect(delivered).toHaveLength(19);
  expect(far.received.filter(({ body }) => body !== "e2")).toHaveLength(19);
  expect((await log())[2]).toMatchObject({ status: "failed" });
});

test.for([
  ["120", 120],
  ["1.5", 1.5],
  ["Wed, 04 Mar 2026 10:05:00 GMT", 300],
  // Unlimited times are cut.
  ["999999", 7200],
] as const)("Retry-After: %s is honoured", async ([header, seconds]) => {
  await using plumb = await createTestApp();
  let status = 429;
  // The clock of the receiver is the one of the test.
  await using far = await startFakeService(() => ({
    status,
    headers: { "retry-after": header, date: "Wed, 04 Mar 2026 10:00:00 GMT" },
  }));
  const { queue } = await addDestination(plumb, await seedProject(plumb), far.url);
  await queue(texts(2));
  await runJobs(plumb.context);
  status = 200;
  later(plumb, seconds - 0.5);
  await runJobs(plumb.context);
  expect(far.received).toHaveLength(1);
  later(plumb, 0.5);
  await runJobs(plumb.context);
  expect(far.received).toHaveLength(3);
});

test("an outage of an hour loses nothing, and keeps the order", async () => {
  await using plumb = await createTestApp();
  let works = false;
  await using far = await startFakeService(() => ({ status: works ? 200 : 503 }));
  const { queue, log } = await addDestination(plumb, await seedProject(plumb), far.url);
  await queue(texts(30));
  const start = plumb.time.now.getTime();
  while (plumb.time.now.getTime() < start + 3_600_000) {
    await runJobs(plumb.context);
    later(plumb, 20);
  }
  // One event at a time tests the destination.
  expect(far.received.length).toBeLessThan(30);
  works = true;
  const before = far.received.length;
  await runUntilSent(plumb, 2);
  expect(far.received.slice(before).map(({ body }) => body)).toEqual(texts(30));
  expect((await log()).every(({ status }) => status === "delivered")).toBe(true);
});

test("a destination that fails half the time receives 300 events once and in order, while another one stays fast", async () => {
  await using plumb = await createTestApp();
  let seed = 7;
  const accepted: string[] = [];
  await using flaky = await startFakeService(({ body }) => {
    seed = (seed * 48_271) % 2_147_483_647;
    if (seed % 2 === 0) return { status: 500 };
    accepted.push(body);
    return {};
  });
  await using fast = await startFakeService();
  const seeded = await seedProject(plumb);
  const toFlaky = await addDestination(plumb, seeded, flaky.url);
  const toFast = await addDestination(plumb, seeded, fast.url);
  await toFlaky.queue(texts(300));
  await toFast.queue(texts(300));
  await runJobs(plumb.context);
  expect(fast.received.map(({ body }) => body)).toEqual(texts(300));
  expect(accepted.length).toBeLessThan(300);
  await runUntilSent(plumb, 72);
  expect(accepted).toEqual(texts(300));
}, 120_000);

test("destinations that never answer delay no other destination", async () => {
  await using plumb = await createTestApp();
  await using silent = await startFakeService(() => null);
  await using fast = await startFakeService();
  const seeded = await seedProject(plumb);
  for (let index = 0; index < 15; index++) await (await addDestination(plumb, seeded, silent.url)).queue(texts(20));
  const toFast = await addDestination(plumb, seeded, fast.url);
  await toFast.queue(texts(20));
  await runJobs(impatient(plumb, silent.url, 300));
  expect(fast.received).toHaveLength(20);
  // Each silent destination is paused after its first event.
  expect(silent.received).toHaveLength(15);
});

type Write = (response: ServerResponse) => void;

test.for<[string, Write]>([
  ["endless", (response: ServerResponse) => void response.writeHead(200).write("x".repeat(200_000))],
  ["never complete", (response: ServerResponse) => void response.writeHead(200, { "content-length": "50" }).write("x")],
  [
    "broken off",
    (response: ServerResponse) =>
      void response.writeHead(200, { "content-length": "50" }).write("x", () => response.destroy()),
  ],
])("an accepted event is not sent again if the body of the response is %s", async ([, write]) => {
  await using plumb = await createTestApp();
  await using far = await startRawService(write);
  const { queue, log } = await addDestination(plumb, await seedProject(plumb), far.url);
  await queue(["a"]);
  await runJobs(impatient(plumb, far.url, 3000));
  later(plumb, 3600);
  await runJobs(impatient(plumb, far.url, 3000));
  expect(far.requests()).toBe(1);
  expect(await log()).toMatchObject([
    { status: "delivered", responseBody: expect.stringMatching(/^x{1,1024}$/) as string },
  ]);
});

test("an unknown host is tried again until it is found", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { queue, log } = await addDestination(
    plumb,
    await seedProject(plumb),
    `http://hooks.example.test:${far.port}/`,
  );
  await queue(texts(2));
  await runJobs({ ...plumb.context, outgoing: createOutgoing({ allowPrivateHosts: ["*"], resolve: notFound }) });
  expect(await log()).toMatchObject([
    { error: expect.stringContaining("No public host was found with the name hooks.example.test.") as string },
    { attempts: 0 },
  ]);
  later(plumb, 1);
  await runJobs({ ...plumb.context, outgoing: createOutgoing({ allowPrivateHosts: ["*"], resolve: loopback }) });
  expect(far.received.map(({ body }) => body)).toEqual(texts(2));
});

test("two servers send each event once", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const seeded = await seedProject(plumb);
  const destinations = [await addDestination(plumb, seeded, far.url), await addDestination(plumb, seeded, far.url)];
  for (const { queue } of destinations) await queue(texts(40));
  await sendOnTwoServers(plumb);
  const ids = far.received.map(({ headers }) => headers["x-plumb-delivery"]);
  expect(ids).toHaveLength(80);
  expect(new Set(ids).size).toBe(80);
});

test("an event is queued once per destination, also by concurrent transactions", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { queue } = await addDestination(plumb, await seedProject(plumb), far.url);
  await Promise.all([queue(["a", "b"]), queue(["a", "b"]), queue(["b", "a"])]);
  await runJobs(plumb.context);
  await queue(["a", "b"]);
  await runJobs(plumb.context);
  expect(far.received.map(({ body }) => body).toSorted()).toEqual(["a", "b"]);
});

test("events are sent in the order in which their transactions commit", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { queue, destination } = await addDestination(plumb, await seedProject(plumb), far.url);
  const { db } = plumb.context;
  const now = plumb.time.now;
  let second = Promise.resolve();
  await db.transaction().execute(async (transaction) => {
    const { projectId, targetId } = destination;
    await insertDeliveries(transaction, {
      projectId,
      kind: "webhook",
      targetIds: [targetId],
      event: "run.finished",
      key: "slow",
      runId: 1,
      body: "slow",
      now,
    });
    // Commits later, because it waits for this transaction.
    second = queue(["fast"]);
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await second;
  await runJobs(plumb.context);
  expect(far.received.map(({ body }) => body)).toEqual(["slow", "fast"]);
});

test("a changed clock neither loses nor delays an event for long", async () => {
  await using plumb = await createTestApp();
  let status = 503;
  await using far = await startFakeService(() => ({ status }));
  const { queue, log, destination } = await addDestination(plumb, await seedProject(plumb), far.url);
  const right = plumb.time.now;
  plumb.time.now = new Date("2036-01-01");
  await queue(texts(2));
  await runJobs(plumb.context);
  // A server claimed an event and died.
  later(plumb, 10);
  const lost = await claimNext(plumb.context.db, destination, {
    now: plumb.time.now,
    until: claimedUntil(plumb.time.now),
  });
  expect(lost?.body).toBe("e0");
  plumb.time.now = right;
  status = 200;
  await runJobs(plumb.context);
  // Jobs keep their delay.
  later(plumb, 60);
  await runJobs(plumb.context);
  expect(far.received.map(({ body }) => body)).toEqual(["e0", "e0", "e1"]);

  status = 503;
  await queue(["late"]);
  await runJobs(plumb.context);
  later(plumb, 4 * 86_400);
  await runJobs(plumb.context);
  expect((await log()).at(-1)).toMatchObject({ status: "pending", attempts: 2 });
  status = 200;
  await runUntilSent(plumb, 1);
  expect((await log()).at(-1)).toMatchObject({ status: "delivered" });
});

test("events of a deleted webhook stay in the list of failed deliveries", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService(({ body }) => ({ status: body === "a" ? 200 : 503 }));
  const seeded = await seedProject(plumb);
  const { queue, path } = await addDestination(plumb, seeded, `${far.url}/secret-path`);
  await queue(["a", "b", "c"]);
  await runJobs(plumb.context);
  expect((await call(plumb, "DELETE", path, { token: seeded.token })).status).toBe(200);
  const { read, post } = failedList(plumb, seeded);
  const reason = expect.stringContaining("The webhook was deleted before this was delivered.") as string;
  const destination = { kind: "webhook", name: far.url, state: "removed" };
  expect(await read()).toMatchObject({
    total: 2,
    sendable: 0,
    data: [
      { error: reason, destination },
      { error: reason, destination },
    ],
  });
  expect(await post("resend")).toEqual({ queued: 0 });
  later(plumb, 86_400);
  await runJobs(plumb.context);
  expect(far.received).toHaveLength(2);
  expect(await post("dismiss")).toEqual({ dismissed: 2 });
  expect(await read()).toMatchObject({ total: 0, data: [] });
});

test("failed deliveries are sent again once, with their ids and in order", async () => {
  await using plumb = await createTestApp();
  let status = 503;
  await using far = await startFakeService(() => ({ status }));
  const seeded = await seedProject(plumb);
  const { queue, path, log } = await addDestination(plumb, seeded, far.url);
  const change = (body: object) => call(plumb, "PUT", path, { token: seeded.token, body });
  await queue(texts(3));
  await runJobs(plumb.context);
  await change({ enabled: false });
  const { read, post } = failedList(plumb, seeded);
  expect(await read()).toMatchObject({ total: 3, sendable: 0 });
  await change({ enabled: true });
  expect(await read()).toMatchObject({ total: 3, sendable: 3 });
  status = 200;
  const ids = (await log()).map(({ id }) => id);
  // A delivery leaves the list when it is sent again.
  await call(plumb, "POST", `${path}/deliveries/${ids[1]}/redeliver`, { token: seeded.token });
  const responses = await Promise.all([post("resend"), post("resend")]);
  expect(responses.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([
    { queued: 0 },
    { queued: 2 },
  ]);
  await runJobs(plumb.context);
  expect(far.received.slice(1).map(({ body }) => body)).toEqual(["e1", "e0", "e2"]);
  expect(far.received.slice(2).map(({ headers }) => Number(headers["x-plumb-delivery"]))).toEqual([ids[0], ids[2]]);
  expect(await read()).toMatchObject({ total: 0, sendable: 0 });
});

test("a successful test of a paused destination sends the waiting events immediately", async () => {
  await using plumb = await createTestApp();
  let status = 503;
  await using far = await startFakeService(() => ({ status, headers: { "retry-after": "3600" } }));
  const seeded = await seedProject(plumb);
  const { queue, path } = await addDestination(plumb, seeded, far.url);
  await queue(texts(2));
  await runJobs(plumb.context);
  status = 200;
  await call(plumb, "POST", `${path}/test`, { token: seeded.token });
  await runJobs(plumb.context);
  expect(far.received.slice(2).map(({ body }) => body)).toEqual(texts(2));
});

test("the stored response contains no secret", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService(() => ({ status: 400, body: "bad signature for the secret of the tests!" }));
  const { queue, log } = await addDestination(plumb, await seedProject(plumb), far.url);
  await queue(["a"]);
  await runJobs(plumb.context);
  expect(await log()).toMatchObject([{ responseBody: "bad signature for [removed]!" }]);
});

test("an outcome that arrives after another server took over changes nothing", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService(() => ({ status: 503 }));
  const { queue, log } = await addDestination(plumb, await seedProject(plumb), far.url);
  await queue(["a"]);
  const { outgoing, db } = plumb.context;
  const overtaken: typeof outgoing.request = async (input) => {
    const response = await outgoing.request(input);
    await runStatement(
      db,
      "update outbox_delivery set attempts = attempts + 1, status = 'delivered', next_attempt_at = null",
    );
    return response;
  };
  await runJobs({ ...plumb.context, outgoing: { ...outgoing, request: overtaken } });
  expect(await log()).toMatchObject([{ status: "delivered", attempts: 2 }]);
});

test("a webhook that is changed while its destination is closed causes no deadlock", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  const { destination } = await addDestination(plumb, await seedProject(plumb), "https://hooks.example.test/");
  const { projectId, targetId: id } = destination;
  await runStatement(db, "update outbox_destination set failing_since = '2026-02-01', failures = 12");
  const failing = { failingSince: plumb.time.now, failures: 12, reason: "down" };
  let changed: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (transaction) => {
    expect(await closeFailing(transaction, destination, failing)).toBe(true);
    changed = db.transaction().execute((other) => updateWebhook(other, { projectId, id }, { enabled: true }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await switchOff(transaction, destination, "down");
  });
  expect(await changed).toMatchObject({ before: { enabled: false }, after: { enabled: true } });
});

test("a delivery that ends the server each time is claimed for longer and longer, and then no longer holds up the others", async () => {
  await using plumb = await createTestApp();
  const { queue, destination } = await addDestination(plumb, await seedProject(plumb), "https://hooks.example.test/");
  await queue(["ends the server", "later"]);
  const claim = async () => {
    const { now } = plumb.time;
    return (await claimNext(plumb.context.db, destination, { now, until: claimedUntil(now) }))?.body ?? null;
  };
  const claimed: (readonly [number, string])[] = [];
  for (let minute = 0; minute < 20; minute += 1) {
    const body = await claim();
    if (body !== null) claimed.push([minute, body]);
    later(plumb, 61);
  }
  expect(claimed.slice(0, 5)).toEqual([
    [0, "ends the server"],
    [1, "ends the server"],
    [3, "ends the server"],
    [7, "ends the server"],
    [8, "later"],
  ]);
});

test("a destination that was slow a short time ago is sent to in other places", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { db } = plumb.context;
  const { queue, destination, log } = await addDestination(plumb, await seedProject(plumb), far.url);
  await queue(["a"]);
  await runJobs(plumb.context, [sendDeliveries]);
  expect(await log()).toMatchObject([{ status: "delivered" }]);
  const { now: at } = plumb.time;
  const claimed = { ...destination, id: 0, attempts: 1 } as ClaimedDelivery;
  const outcome = {
    at,
    request: null,
    responseStatus: 200,
    responseBody: "",
    error: null,
    nextAttemptAt: null,
  } as const;
  const rest = { outOfOrder: false, pausedUntil: null, counts: true } as const;
  await recordOutcome(db, claimed, { ...outcome, ...rest, durationMs: slowMs });
  expect(await wasSlow(db, destination, at)).toBe(false);
  await recordOutcome(db, claimed, { ...outcome, ...rest, durationMs: slowMs + 1 });
  expect(await wasSlow(db, destination, at)).toBe(true);

  await queue(["b"]);
  await runJobs(plumb.context, [sendDeliveries]);
  expect((await log()).at(-1)).toMatchObject({ status: "pending", attempts: 0 });
  await runJobs(plumb.context, [sendSlowDeliveries]);
  expect((await log()).at(-1)).toMatchObject({ status: "delivered" });

  later(plumb, 3600);
  expect(await wasSlow(db, destination, plumb.time.now)).toBe(false);
  await queue(["c"]);
  await runJobs(plumb.context, [sendDeliveries]);
  expect((await log()).at(-1)).toMatchObject({ status: "delivered" });
});

test.runIf(hasReplicas)(
  "two servers share the pause of a failing destination, and keep the order of its events",
  async () => {
    await using plumb = await createTestApp();
    let works = false;
    await using far = await startFakeService(() => (works ? {} : { status: 503 }));
    const { queue } = await addDestination(plumb, await seedProject(plumb), far.url);
    await queue(texts(30));
    await using writer = await announceWriter(plumb.database);
    const servers = [plumb.context, { ...plumb.context, writer }];
    const runBoth = () => Promise.all(servers.map((server) => runJobs(server)));
    await runBoth();
    // Within the pause, neither sends again.
    await runBoth();
    expect(far.received.map(({ body }) => body)).toEqual(["e0"]);
    works = true;
    for (let minute = 0; minute < 5; minute += 1) {
      later(plumb, 61);
      await runBoth();
    }
    expect(far.received.slice(1).map(({ body }) => body)).toEqual(texts(30));
  },
);

test("a server that was paused between the claim and the request leaves the delivery to the others", async () => {
  await using plumb = await createTestApp();
  await using far = await startFakeService();
  const { queue, destination } = await addDestination(plumb, await seedProject(plumb), far.url);
  await queue(texts(1));
  const start = plumb.time.now;
  const stopped = new AbortController();
  const { signal } = stopped;
  let readings = 0;
  // The first reading is the time of the claim. At the second, the claim is lost.
  const clock = () => {
    readings += 1;
    if (readings === 1) return start;
    stopped.abort();
    return new Date(start.getTime() + 120_000);
  };
  await sendDue({ ...plumb.context, clock }, webhookHandler, destination, { signal, onlyQuick: false });
  expect(far.received).toEqual([]);
  later(plumb, 120);
  await runJobs(plumb.context);
  expect(far.received).toHaveLength(1);
});
