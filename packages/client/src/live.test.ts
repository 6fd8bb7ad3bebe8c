import { expect, test } from "vitest";
import { createClient } from "./client.ts";
import { createLiveClient, expectedBatch } from "./live.ts";

const run = { reportId: 7, source: 3 };

/** Returns a client of a server with these responses in order, and the requests it received. */
function liveOf(responses: readonly (readonly [status: number, body: object])[]) {
  const requests: string[] = [];
  const left = [...responses];
  const client = createClient({
    baseUrl: "http://plumb.test",
    token: () => "plumb_1_key",
    async fetch(address, init = {}) {
      const type = new Headers(init.headers).get("content-type") ?? "-";
      const body = typeof init.body === "string" ? init.body : "-";
      requests.push([init.method, new Request(address).url.replace("http://plumb.test", ""), type, body].join(" "));
      const [status, response] = left.shift() ?? [500, {}];
      return new Response(JSON.stringify(response), { status });
    },
  });
  return { asked: requests, live: createLiveClient(client) };
}

const yes = (data: object) => [200, { success: true, data }] as const;

test("events are sent as numbered lines", async () => {
  const { asked, live } = liveOf([yes({ acknowledged: 2 })]);
  const line = JSON.stringify({ kind: "stdout", stream: "stdout", text: "a" });

  expect(await live.sendEvents(run, { number: 2, lines: `${line}\n${line}` })).toBe(2);

  expect(asked).toEqual([`POST /api/ingest/runs/7/events?source=3&batch=2 application/x-ndjson ${line}\n${line}`]);
});

test("rejects a batch out of order and names the expected one", async () => {
  const { asked, live } = liveOf([
    [409, { success: false, error: "early", code: "conflict", expected: 2 }],
    [409, { success: false, error: "over", code: "conflict" }],
  ]);
  const refused = () => live.sendEvents(run, { number: 5, lines: "{}" }).catch(expectedBatch);

  expect([await refused(), await refused()]).toEqual([2, null]);
  expect(asked).toHaveLength(2);
});

test("the heartbeat is an empty body without a number", async () => {
  const { asked, live } = liveOf([yes({ acknowledged: 4 })]);

  expect(await live.sendEvents(run, null)).toBe(4);
  expect(asked).toEqual(["POST /api/ingest/runs/7/events?source=3 - -"]);
});

test("a file is sent unchanged, with its names in the URL", async () => {
  const { asked, live } = liveOf([yes({ sha256: "ab", size: 2 })]);

  const retained = await live.putArtifact(run, { test: "t 1", name: "a.txt", contentType: "text/plain" }, "hi");

  expect(retained).toEqual({ sha256: "ab", size: 2 });
  expect(asked).toEqual([
    "PUT /api/ingest/runs/7/artifacts?source=3&test=t+1&name=a.txt&contentType=text%2Fplain application/octet-stream hi",
  ]);
});

test("a run is opened in the project of its key, and completed", async () => {
  const { asked, live } = liveOf([yes({ ...run }), yes({ status: "completed" })]);

  await live.openRun({ clientId: "c" });
  await live.completeRun(run, { batches: 1, interrupted: { reason: "stopped" } });

  expect(asked).toEqual([
    'POST /api/ingest/runs application/json {"clientId":"c"}',
    'POST /api/ingest/runs/7/complete application/json {"source":3,"batches":1,"interrupted":{"reason":"stopped"}}',
  ]);
});
