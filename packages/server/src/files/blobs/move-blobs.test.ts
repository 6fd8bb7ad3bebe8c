import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { BlobStore } from "#core/blob-store.ts";
import { startFaultyProxy } from "#testing/faulty-proxy.ts";
import { bucketLocation, hasSwift, type ObjectStorage, startSwift } from "#testing/swift.ts";
import { blobsCommand } from "./blobs-command.ts";
import { fileBlobs } from "./file-blobs.ts";
import { moveBlobs, type MoveResult } from "./move-blobs.ts";
import { S3Blobs } from "./s3-blobs.ts";

const main = fileURLToPath(new URL("../../main.ts", import.meta.url));
const folders = mkdtempSync(join(tmpdir(), "plumb-move-"));
afterAll(() => rmSync(folders, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `plumb-server` as a process, as users do. */
function plumbServer(
  args: readonly string[],
  environment: Record<string, string> = {},
  onStart: (child: ChildProcess) => void = () => undefined,
): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onStart(child);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
}

/** Runs the command in this process, because the start of another one takes seconds. */
async function blobsMove(args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const output = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      output[name] += String(text);
      return true;
    }),
  );
  try {
    return { code: await blobsCommand(args), ...output };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Fills a folder with blobs of two projects and returns the contents by project and hash. */
async function filledFolder(count = 8): Promise<{ folder: string; contents: Map<string, Buffer> }> {
  const folder = join(folders, randomUUID());
  const contents = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    const bytes = randomBytes(index === 0 ? 9 * 1024 * 1024 : 100 + index);
    const projectId = index % 2 === 0 ? 3 : 12;
    await fileBlobs(folder).putBytes(projectId, hashOf(bytes), bytes);
    contents.set(`${projectId}/${hashOf(bytes)}`, bytes);
  }
  return { folder, contents };
}

async function contentsOf(blobs: BlobStore): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  for (const projectId of await blobs.projects())
    for (const { hash } of (await blobs.list(projectId, "", 1000)).blobs) {
      const read = await blobs.open(projectId, hash);
      if (read !== null) contents.set(`${projectId}/${hash}`, await buffer(read.stream));
    }
  return contents;
}

const sorted = (contents: Map<string, Buffer>) => [...contents].toSorted(([a], [b]) => a.localeCompare(b));

function filePath(folder: string, projectId: number, hash: string): string {
  return join(folder, String(projectId), hash.slice(0, 2), hash);
}

function move(from: BlobStore, to: BlobStore, options: Partial<Parameters<typeof moveBlobs>[0]> = {}) {
  const signal = new AbortController().signal;
  return moveBlobs({ from, to, trustsSizes: false, signal, onProgress: () => undefined, ...options });
}

test("a folder is copied to another, and a second run copies what was added since", async () => {
  const { folder, contents } = await filledFolder();
  const target = join(folders, randomUUID());
  const run = () => blobsMove(["move", "--from", folder, "--to", target]);
  const first = await plumbServer(["blobs", "move", "--from", folder, "--to", target]);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toMatch(/^8 artifacts: 8 copied \(.*\), 0 already there, 0 failed\.\n$/);
  expect(sorted(await contentsOf(fileBlobs(target)))).toEqual(sorted(contents));

  const added = Buffer.from("stored while the server was running");
  await fileBlobs(folder).putBytes(3, hashOf(added), added);
  expect((await run()).stdout).toMatch(/^9 artifacts: 1 copied \(35 B\), 8 already there, 0 failed\.\n$/);
  expect(sorted(await contentsOf(fileBlobs(folder)))).toEqual(sorted(await contentsOf(fileBlobs(target))));
});

test("a damaged file in the source is reported, and all others are copied", async () => {
  const { folder, contents } = await filledFolder();
  const [damaged = ""] = [...contents.keys()].filter((key) => key.startsWith("12/"));
  const hash = damaged.slice(3);
  writeFileSync(filePath(folder, 12, hash), "other content");
  const target = join(folders, randomUUID());
  const ended = await blobsMove(["move", "--from", folder, "--to", target]);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toBe(`Not copied: ${hash} of project 12, because its content is damaged in the source.\n`);
  expect(ended.stdout).toContain("8 artifacts: 7 copied");
  contents.delete(damaged);
  expect(sorted(await contentsOf(fileBlobs(target)))).toEqual(sorted(contents));
  expect(readdirSync(join(target, "unfinished"))).toEqual([]);
});

test("a damaged file in the target is replaced, unless only sizes are compared", async () => {
  const { folder, contents } = await filledFolder(4);
  const target = join(folders, randomUUID());
  const [from, to] = [fileBlobs(folder), fileBlobs(target)];
  await move(from, to);
  const [[key, bytes] = ["", Buffer.alloc(0)]] = [...contents].slice(1);
  const [project = "", hash = ""] = key.split("/");
  writeFileSync(filePath(target, Number(project), hash), Buffer.alloc(bytes.length, "x"));
  expect(await move(from, to, { trustsSizes: true })).toMatchObject({ copied: 0, present: 4 });
  expect(await move(from, to)).toMatchObject({ copied: 1, present: 3 });
  expect(sorted(await contentsOf(to))).toEqual(sorted(contents));
});

test("wrong arguments are explained", async () => {
  const folder = join(folders, randomUUID());
  for (const [args, message] of [
    [[], "The only command is “blobs move”."],
    [["move", "--from", folder], "Both --from and --to are needed."],
    [["move", "--fast"], "Unknown option '--fast'"],
  ] as const) {
    const ended = await blobsMove(args);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(message);
  }
  const same = await blobsMove(["move", "--from", folder, "--to", `${folder}/`]);
  expect(same).toMatchObject({ code: 1, stderr: "--from and --to are the same.\n" });
  const bucket = await blobsMove(["move", "--from", folder, "--to", "s3://A"]);
  expect(bucket).toMatchObject({ code: 1, stderr: "--to: must be a folder or s3://bucket/prefix.\n" });
  expect((await blobsMove(["move", "--help"])).stdout).toContain("Usage: plumb-server blobs move");
  expect(existsSync(folder)).toBe(false);
});

// Needs Swift, whose proxy speaks the API of S3 (`testing/swift.ts` names the packages of Debian).
describe.skipIf(!hasSwift)("moving to a bucket", () => {
  let storage: ObjectStorage;
  beforeAll(async () => {
    storage = await startSwift();
  });
  afterAll(async () => {
    await storage[Symbol.asyncDispose]();
  });
  const environment = () => ({
    PLUMB_S3_ENDPOINT: storage.endpoint,
    PLUMB_S3_PATH_STYLE: "true",
    AWS_ACCESS_KEY_ID: storage.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: storage.credentials.secretAccessKey,
  });
  const bucketAt = (prefix: string, endpoint = storage.endpoint) =>
    new S3Blobs(bucketLocation(storage.bucket, endpoint, { prefix }), { credentials: storage.credentials });

  test("a folder moves to a bucket and back", async () => {
    const { folder, contents } = await filledFolder();
    const bucket = `s3://${storage.bucket}/${randomUUID()}`;
    const there = await blobsMove(["move", "--from", folder, "--to", bucket], environment());
    expect(there).toMatchObject({ code: 0, stdout: expect.stringContaining("8 copied") as string });
    const target = join(folders, randomUUID());
    const back = await blobsMove(["move", "--from", bucket, "--to", target], environment());
    expect(back).toMatchObject({ code: 0, stdout: expect.stringContaining("8 copied") as string });
    expect(sorted(await contentsOf(fileBlobs(target)))).toEqual(sorted(contents));
  });

  test("an interrupted move continues where it stopped", async () => {
    const { folder, contents } = await filledFolder(24);
    const prefix = randomUUID();
    const to = bucketAt(prefix);
    const stop = new AbortController();
    const stopAfter = ({ copied }: MoveResult) => copied === 5 && stop.abort();
    const first = await move(fileBlobs(folder), to, { signal: stop.signal, onProgress: stopAfter });
    expect(first.copied).toBeGreaterThanOrEqual(5);
    expect(first.copied).toBeLessThan(20);
    const args = ["move", "--from", folder, "--to", `s3://${storage.bucket}/${prefix}`];
    const second = await blobsMove(args, environment());
    expect(second.stdout).toContain(`${24 - first.copied} copied`);
    expect(second.stdout).toContain(`${first.copied} already there`);
    expect(sorted(await contentsOf(to))).toEqual(sorted(contents));
  });

  test("a killed move leaves only complete artifacts, and continues", async () => {
    const { folder, contents } = await filledFolder(40);
    const prefix = randomUUID();
    await using proxy = await startFaultyProxy(storage.endpoint);
    const args = ["move", "--from", folder, "--to", `s3://${storage.bucket}/${prefix}`];
    const through = { ...environment(), PLUMB_S3_ENDPOINT: proxy.url };
    const hasStarted = () => proxy.requests.filter(({ method }) => method === "PUT").length >= 3;
    const first = await plumbServer(["blobs", ...args], through, (child) => {
      const timer = setInterval(() => hasStarted() && child.kill("SIGKILL"), 10);
      child.once("exit", () => clearInterval(timer));
    });
    expect(first.code).toBeNull();
    const half = await contentsOf(bucketAt(prefix));
    for (const [key, bytes] of half) expect(bytes).toEqual(contents.get(key));
    expect((await blobsMove(args, environment())).code).toBe(0);
    expect(sorted(await contentsOf(bucketAt(prefix)))).toEqual(sorted(contents));
  });

  test("a bucket that changes what it stores is noticed", async () => {
    const { folder } = await filledFolder(3);
    await using proxy = await startFaultyProxy(storage.endpoint);
    const prefix = randomUUID();
    proxy.set("changes a byte", "GET");
    const result = await move(fileBlobs(folder), bucketAt(prefix, proxy.url));
    expect(result.copied).toBe(0);
    expect(new Set(result.failed.map(({ reason }) => reason))).toEqual(
      new Set(["the target has other content than was sent"]),
    );
  });

  test("a bucket that does not work stops the move with its reason", async () => {
    const { folder } = await filledFolder(40);
    await using proxy = await startFaultyProxy(storage.endpoint);
    proxy.set("has a full quota", "PUT");
    const through = { ...environment(), PLUMB_S3_ENDPOINT: proxy.url };
    const ended = await blobsMove(["move", "--from", folder, "--to", "s3://blobs/full"], through);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("QuotaExceeded") as string });
    expect(proxy.requests.filter(({ method }) => method === "PUT").length).toBeLessThan(20);
  });
});
