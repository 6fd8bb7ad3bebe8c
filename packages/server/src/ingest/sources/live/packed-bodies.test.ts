import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createTestApp, seedProject } from "#testing/app.ts";
import { lines, testEvent } from "#testing/live-events.ts";
import { openLive, recordedTests } from "#testing/live-run.ts";

async function opened() {
  const plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  const address = `/api/ingest/runs/${live.run.reportId}`;
  const send = async (method: "POST" | "PUT", path: string, encoding: string, payload: Buffer) => {
    const type = method === "PUT" ? "text/plain" : "application/x-ndjson";
    const headers = { authorization: `Bearer ${key}`, "content-type": type, "content-encoding": encoding };
    const response = await plumb.app.inject({ method, url: `${address}/${path}`, headers, payload });
    return {
      status: response.statusCode,
      body: response.json<{ code?: string; error?: string; data?: { size: number } }>(),
    };
  };
  const batch = (encoding: string, payload: Buffer) =>
    send("POST", `events?source=${live.run.source}&batch=1`, encoding, payload);
  return { plumb, live, send, batch, [Symbol.asyncDispose]: () => plumb[Symbol.asyncDispose]() };
}

test("a batch can be compressed with gzip, and start with a byte order mark", async () => {
  await using here = await opened();
  const events = Buffer.from(`\ufeff${lines([testEvent("a", "passed"), testEvent("b", "passed")])}`);

  expect(await here.batch("gzip", gzipSync(events))).toMatchObject({ status: 200 });

  const { body } = await here.live.complete({ batches: 1 });
  expect(body.data).toMatchObject({ total: 2, passed: 2, problems: [] });
  expect(await recordedTests(here.plumb)).toHaveLength(2);
});

test("the limit of a batch applies to the unpacked batch", async () => {
  await using here = await opened();
  const bomb = gzipSync(Buffer.alloc(here.live.run.maxBatchBytes * 20));
  expect(bomb.length).toBeLessThan(here.live.run.maxBatchBytes);
  expect(await here.batch("gzip", bomb)).toMatchObject({ status: 413, body: { code: "too_large" } });
});

test.for([
  ["br", brotliCompressSync("{}"), 415, "unsupported"],
  ["gzip, gzip", gzipSync("{}"), 415, "unsupported"],
  ["gzip", Buffer.from("{}"), 400, "invalid"],
  ["gzip", gzipSync("x".repeat(1000)).subarray(0, 20), 400, "invalid"],
] as const)(
  "an unreadable body with the encoding %s is rejected, and the run continues",
  async ([encoding, payload, status, code]) => {
    await using here = await opened();
    expect(await here.batch(encoding, Buffer.from(payload))).toMatchObject({ status, body: { code } });
    expect((await here.live.batch([testEvent("a", "passed")], 1)).status).toBe(200);
  },
);

test("a file can be compressed too, and is stored unpacked", async () => {
  await using here = await opened();
  const path = `artifacts?source=${here.live.run.source}&name=log.txt`;
  expect(await here.send("PUT", path, "gzip", gzipSync("x".repeat(5000)))).toMatchObject({
    status: 200,
    body: { data: { size: 5000 } },
  });
  expect(await here.send("PUT", path, "zstd", Buffer.from("x"))).toMatchObject({ status: 415 });
});
