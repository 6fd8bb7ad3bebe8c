import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { createTestApp } from "#testing/app.ts";
import { addChannel, postedTitle } from "#testing/channel.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { later, runUntilSent, sendOnTwoServers } from "#testing/outbox.ts";

const titles = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`);
const hook = "/hooks/s3cr3t0hook0of0the0tests";

/** Starts a channel that rejects posts while `fails` returns true, and collects the titles of the others. */
async function startChannel(fails: () => boolean) {
  const posted: string[] = [];
  const service = await startFakeService(({ body }) => {
    if (fails()) return { status: 503 };
    posted.push(postedTitle(body));
    return {};
  });
  return { posted, service, url: `${service.url}${hook}` };
}

test("a channel that fails half the time receives 300 messages once and in order", async () => {
  await using plumb = await createTestApp();
  let seed = 7;
  let isFlaky = false;
  const { posted, service, url } = await startChannel(() => {
    seed = (seed * 48_271) % 2_147_483_647;
    return isFlaky && seed % 2 === 0;
  });
  await using _ = service;
  const channel = await addChannel(plumb, url);
  posted.length = 0;
  isFlaky = true;
  await channel.queue(titles(300));
  await runUntilSent(plumb, 72);
  expect(posted).toEqual(titles(300));
}, 120_000);

test("two servers post each message once", async () => {
  await using plumb = await createTestApp();
  const { posted, service, url } = await startChannel(() => false);
  await using _ = service;
  const channel = await addChannel(plumb, url);
  posted.length = 0;
  await channel.queue(titles(60));
  await sendOnTwoServers(plumb);
  expect(posted.toSorted()).toEqual(titles(60).toSorted());
});

test.for(["deleted", "disabled"] as const)(
  "messages wait while the connector is %s, with the reason, and are sent when it works again",
  async (state) => {
    await using plumb = await createTestApp();
    const { posted, service, url } = await startChannel(() => false);
    await using _ = service;
    const channel = await addChannel(plumb, url);
    posted.length = 0;
    const connector = "/api/connectors/mattermost";
    if (state === "deleted") await channel.api("DELETE", connector);
    else await channel.api("PUT", `${connector}/disabled`, { disabled: true });
    await channel.queue(titles(3));
    await runJobs(plumb.context);
    expect(posted).toEqual([]);
    const problem = expect.stringContaining(
      `The connector Mattermost ${state === "deleted" ? "was" : "is"} ${state}`,
    ) as string;
    expect(await channel.binding()).toMatchObject({ enabled: true, problem });
    expect((await channel.log()).map(({ status }) => status)).toEqual(["pending", "pending", "pending"]);
    expect((await channel.log())[0]).toMatchObject({ error: problem, request: null });

    if (state === "deleted") await channel.setUp();
    else await channel.api("PUT", `${connector}/disabled`, { disabled: false });
    await runJobs(plumb.context);
    expect(posted.filter((title) => title.startsWith("m"))).toEqual(titles(3));
    expect(await channel.binding()).toMatchObject({ problem: null, lastAttempt: { passed: true } });
  },
);

test("messages of a deleted connection stay in the list of failed deliveries, even if one is being sent", async () => {
  await using plumb = await createTestApp();
  let onPost: (() => Promise<unknown>) | null = null;
  let deletion: Promise<unknown> | undefined;
  await using service = await startFakeService(() => {
    deletion ??= onPost?.();
    return {};
  });
  const channel = await addChannel(plumb, `${service.url}${hook}`);
  const before = service.received.length;
  await channel.queue(titles(3));
  onPost = () => channel.api("DELETE", channel.path);
  await runJobs(plumb.context);
  await deletion;
  const sent = service.received.slice(before).map(({ body }) => postedTitle(body));
  const failed = await channel.failed.read();
  expect(failed.data.map(({ error }) => error)).toEqual(
    Array<unknown>(failed.total).fill(expect.stringContaining("The connection was deleted before this was delivered.")),
  );
  expect(failed.data[0]).toMatchObject({ destination: { kind: "channel", name: "#qa", state: "removed" } });
  // The message that was sent during the deletion was delivered.
  expect(sent.length + failed.total).toBe(3);
});

test("the log shows the last request and response, without secrets in any form", async () => {
  await using plumb = await createTestApp();
  let fails = false;
  const secret = hook.slice("/hooks/".length);
  await using service = await startFakeService(({ url }) =>
    fails
      ? {
          status: 400,
          body: `No ${url}: ${secret}, ${Buffer.from(`:${secret}`).toString("base64")}${"x".repeat(9000)}`,
        }
      : {},
  );
  const channel = await addChannel(plumb, `${service.url}${hook}`);
  await channel.queue(["good"]);
  await runJobs(plumb.context);
  fails = true;
  await channel.queue(["bad"]);
  await runJobs(plumb.context);
  const [good, bad] = await channel.log();
  expect([good?.title, bad?.title]).toEqual(["good", "bad"]);
  expect(good).toMatchObject({ status: "delivered", request: `POST ${service.url}/[removed]`, responseStatus: 200 });
  expect(bad).toMatchObject({
    responseStatus: 400,
    responseBody: expect.stringMatching(/^No \/\[removed\]: \[removed\], \[removed\]=*x+$/) as string,
  });
  expect(bad?.responseBody).toHaveLength(1024);
  expect(JSON.stringify(await channel.log())).not.toContain(secret);
});

test("an error message about the network contains no address of a webhook", async () => {
  await using plumb = await createTestApp();
  const service = await startFakeService();
  const channel = await addChannel(plumb, `${service.url}${hook}`);
  await service[Symbol.asyncDispose]();
  await channel.queue(["lost"]);
  await runJobs(plumb.context);
  later(plumb, 1);
  const [lost] = await channel.log();
  expect(lost).toMatchObject({ status: "pending", request: `POST ${service.url}/[removed]`, responseStatus: null });
  expect(lost?.error).toMatch(/refused the connection/);
});

test("a secret of a connection is kept by an edit, removed on demand, and not taken to another account", async () => {
  await using plumb = await createTestApp();
  await using shared = await startFakeService();
  await using own = await startFakeService();
  const channel = await addChannel(plumb, `${shared.url}${hook}`);
  const change = (body: object) => channel.api("PUT", channel.path, body);
  await change({ values: { webhookUrl: `${own.url}${hook}` } });
  await change({ values: { channel: "#team", webhookUrl: "" } });
  expect(await channel.binding()).toMatchObject({ name: "#team", secretsSet: ["webhookUrl"] });
  await channel.queue(["to its own webhook"]);
  await runJobs(plumb.context);
  // Each change was tested.
  const test = "Plumb is connected";
  expect(own.received.map(({ body }) => postedTitle(body))).toEqual([test, test, "to its own webhook"]);

  await channel.api("PUT", `${channel.base}/connectors/mattermost`, {
    values: { webhookUrl: `${shared.url}/hooks/b` },
  });
  const moved = await change({ owner: "project" });
  expect(moved.status).toBe(400);
  expect(moved.body.fields).toEqual({
    "values.webhookUrl": "Webhook URL of this channel must be entered again because its destination has changed",
  });
  expect(await channel.binding()).toMatchObject({ owner: "server", secretsSet: ["webhookUrl"] });
  expect((await change({ owner: "project", cleared: ["webhookUrl"] })).status).toBe(200);
  expect(await channel.binding()).toMatchObject({ owner: "project", secretsSet: [] });
  await channel.queue(["to the account"]);
  await runJobs(plumb.context);
  expect(shared.received.at(-1)).toMatchObject({ url: "/hooks/b" });
  expect(own.received).toHaveLength(3);
});

test("a required secret cannot be removed", async () => {
  await using plumb = await createTestApp();
  await using service = await startFakeService();
  const channel = await addChannel(plumb, `${service.url}${hook}`);
  const response = await channel.api("PUT", "/api/connectors/mattermost", { values: {}, cleared: ["webhookUrl"] });
  expect(response.body.fields).toEqual({ "values.webhookUrl": "Incoming webhook URL is required" });
});

test("a failed message is sent again with its id, and a delivered one is not", async () => {
  await using plumb = await createTestApp();
  let fails = false;
  await using service = await startFakeService(() => (fails ? { status: 400 } : {}));
  const channel = await addChannel(plumb, `${service.url}${hook}`);
  fails = true;
  await channel.queue(["rejected"]);
  await runUntilSent(plumb, 24);
  const [rejected] = await channel.log();
  expect(rejected).toMatchObject({ status: "failed", attempts: 6 });
  fails = false;
  const redeliver = () => channel.api("POST", `${channel.path}/deliveries/${rejected?.id}/redeliver`);
  expect((await redeliver()).body.data).toMatchObject({ id: rejected?.id, status: "pending" });
  await runJobs(plumb.context);
  const [delivered] = await channel.log();
  expect(delivered).toMatchObject({ id: rejected?.id, status: "delivered" });
  // The earlier attempts stay in the log.
  expect(delivered?.history.map(({ responseStatus, error }) => [responseStatus, error === null])).toEqual([
    ...Array.from({ length: 6 }, () => [400, false]),
    [200, true],
  ]);
  const again = await redeliver();
  expect([again.status, again.body.error]).toEqual([
    409,
    "Only failed deliveries that were not dismissed can be sent again.",
  ]);
  expect((await channel.failed.read()).total).toBe(0);
});

test("the log keeps the last 20 attempts of a message, without secrets", async () => {
  await using plumb = await createTestApp();
  let status = 200;
  await using service = await startFakeService(({ url }) => ({ status, body: url }));
  const channel = await addChannel(plumb, `${service.url}${hook}`);
  status = 503;
  await channel.queue(["late"]);
  await runUntilSent(plumb, 30);
  const [late] = await channel.log();
  expect(late?.attempts).toBeGreaterThan(20);
  expect(late?.history).toHaveLength(20);
  const times = late?.history.map(({ at }) => at) ?? [];
  expect(times).toEqual(times.toSorted());
  expect(times.at(-1)).toBe(late?.lastAttemptAt);
  expect(JSON.stringify(late?.history)).not.toContain(hook.slice("/hooks/".length));
});
