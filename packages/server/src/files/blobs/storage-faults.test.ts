import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BlobStore } from "#core/blob-store.ts";
import { type FaultyProxy, startFaultyProxy, type StorageFault } from "#testing/faulty-proxy.ts";
import { bucketLocation, hasSwift, type ObjectStorage, startSwift } from "#testing/swift.ts";
import { S3Blobs } from "./s3-blobs.ts";

const timeouts = { connectMs: 2000, responseMs: 2000, idleMs: 2000 };
const content = randomBytes(300_000);
const hash = createHash("sha256").update(content).digest("hex");
const other = createHash("sha256").update("other").digest("hex");

interface Setup extends AsyncDisposable {
  readonly proxy: FaultyProxy;
  readonly blobs: BlobStore;
  readonly lines: string[];
}

// Needs Swift, whose proxy speaks the API of S3 (`testing/swift.ts` names the packages of Debian).
describe.skipIf(!hasSwift)("an object storage with faults", () => {
  let storage: ObjectStorage;
  const folder = mkdtempSync(join(tmpdir(), "plumb-faults-"));
  beforeAll(async () => {
    storage = await startSwift();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await storage[Symbol.asyncDispose]();
  });

  async function setUp(): Promise<Setup> {
    const proxy = await startFaultyProxy(storage.endpoint);
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const location = bucketLocation(storage.bucket, proxy.url, { prefix: randomUUID() });
    const blobs = new S3Blobs(location, { credentials: storage.credentials, log, timeouts });
    await blobs.putBytes(1, hash, content);
    return { proxy, blobs, lines, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() };
  }

  const localFile = () => {
    const path = join(folder, randomUUID());
    writeFileSync(path, content);
    return path;
  };

  test.for([
    ["denies", "STORAGE_REFUSED", "The server's object storage refuses the request"],
    ["is full", "STORAGE_FULL", "The server's object storage is full"],
    ["has a full quota", "STORAGE_FULL", "The server's object storage is full"],
    ["is overloaded", "STORAGE_BUSY", "The server's object storage is overloaded"],
    ["stalls", "STORAGE_AWAY", "The server's object storage does not respond"],
  ] as const)("a storage that %s is reported, and works again afterwards", async ([fault, code, message]) => {
    await using setup = await setUp();
    const { proxy, blobs, lines } = setup;
    const path = localFile();
    proxy.set(fault, "PUT");
    await expect(blobs.putFile(2, hash, path)).rejects.toMatchObject({ code });
    await expect(blobs.putBytes(2, other, Buffer.from("other"))).rejects.toMatchObject({ code });
    expect(blobs.fault()).toBe(message);
    proxy.set(null);
    // The local file is still there.
    await blobs.putFile(2, hash, path);
    expect(await blobs.size(2, hash)).toBe(content.length);
    expect(blobs.fault()).toBeNull();
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(new Set(messages)).toEqual(new Set(["object storage unavailable", "the object storage works again"]));
    expect(messages.length).toBeLessThan(8);
  });

  test.for([
    ["denies", "STORAGE_REFUSED", "It responds with status 403."],
    ["is full", "STORAGE_FULL", "It responds with status 507."],
    ["is overloaded", "STORAGE_BUSY", "It responds with status 503."],
    ["stalls", "STORAGE_AWAY", "2000 ms"],
  ] as const)("a response without a body has a reason, too: the storage %s", async ([fault, code, reason]) => {
    await using setup = await setUp();
    setup.proxy.set(fault, "HEAD");
    const error = await setup.blobs.size(1, hash).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code, message: expect.stringContaining(reason) as string });
  });

  test("a storage that is away is reported, and works again afterwards", async () => {
    await using setup = await setUp();
    const { proxy, blobs } = setup;
    await proxy.stop();
    const path = localFile();
    await expect(blobs.putFile(2, hash, path)).rejects.toMatchObject({ code: "STORAGE_AWAY" });
    await expect(blobs.open(1, hash)).rejects.toMatchObject({ code: "STORAGE_AWAY" });
    expect(blobs.fault()).toBe("The server's object storage does not respond");
    await proxy.start();
    // Asking for the fault looks whether it still exists.
    await expect.poll(() => blobs.fault(), { timeout: 20_000 }).toBeNull();
    await blobs.putFile(2, hash, path);
  });

  test.for([
    ["stalls within the content", "STORAGE_AWAY"],
    ["cuts off the content", "STORAGE_AWAY"],
    ["changes a byte", "STORAGE_DAMAGED"],
  ] as const)("a download fails if the storage %s", async ([fault, code]) => {
    await using setup = await setUp();
    const { proxy, blobs } = setup;
    proxy.set(fault, "GET");
    const opened = await blobs.open(1, hash);
    expect(opened?.size).toBe(content.length);
    let received = 0;
    opened?.stream.on("data", (chunk: Buffer) => (received += chunk.length));
    await expect(opened && buffer(opened.stream)).rejects.toMatchObject({ code });
    // The response is shorter than announced, so that no browser takes it for complete.
    expect(received).toBeLessThan(content.length);
    expect(blobs.fault()).toBe(code === "STORAGE_AWAY" ? "The server's object storage does not respond" : null);
    proxy.set(null);
    const again = await blobs.open(1, hash);
    expect(again && (await buffer(again.stream))).toEqual(content);
  });

  test("a slow reader is not cut off", async () => {
    await using setup = await setUp();
    const opened = await setup.blobs.open(1, hash);
    let received = 0;
    for await (const chunk of opened?.stream ?? []) {
      if (received === 0) await sleep(2 * timeouts.idleMs);
      received += (chunk as Buffer).length;
    }
    expect(received).toBe(content.length);
  });

  test("faults leave no connections open", async () => {
    await using setup = await setUp();
    const { proxy, blobs } = setup;
    const faults: readonly (StorageFault | null)[] = [
      "stalls within the content",
      "cuts off the content",
      "stalls",
      null,
    ];
    for (const fault of faults) {
      proxy.set(fault);
      const attempts = Array.from({ length: 20 }, async (_, index) => {
        const opened = await blobs.open(1, hash);
        // Every second one is never read, as for a browser that has left.
        if (index % 2 === 0) opened?.stream.destroy();
        else if (opened !== null) await buffer(opened.stream);
      });
      await Promise.allSettled(attempts);
    }
    proxy.set(null);
    await blobs.size(1, hash);
    // Idle connections that are reused remain.
    await expect.poll(() => proxy.connections(), { timeout: 20_000 }).toBeLessThanOrEqual(12);
    const used = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    expect(used).toBeLessThan(40);
  });
});
