import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createArtifactApp } from "#artifact-app.ts";
import type { S3Location } from "#config.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { sendArtifacts } from "#testing/artifacts.ts";
import { type FaultyProxy, startFaultyProxy } from "#testing/faulty-proxy.ts";
import { playwright } from "#testing/reports.ts";
import { bucketLocation, hasSwift, type ObjectStorage, startSwift } from "#testing/swift.ts";

const script = "<script>parent.document.title='pwned'</script>";

async function linkOf(plumb: TestApp, contentType: string, content: string | Uint8Array, name = "file") {
  const [artifact] = await sendArtifacts(plumb, [{ name, contentType, content }]);
  return artifact?.url ?? "";
}

const policy = async ({ app }: TestApp) =>
  String((await app.inject("/projects")).headers["content-security-policy"]).split("; ");

// Needs Swift, whose proxy speaks the API of S3 (`testing/swift.ts` names the packages of Debian).
describe.skipIf(!hasSwift)("artifacts in a bucket", () => {
  let storage: ObjectStorage;
  let proxy: FaultyProxy;
  beforeAll(async () => {
    storage = await startSwift();
    proxy = await startFaultyProxy(storage.endpoint);
    vi.stubEnv("AWS_ACCESS_KEY_ID", storage.credentials.accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", storage.credentials.secretAccessKey);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await proxy[Symbol.asyncDispose]();
    await storage[Symbol.asyncDispose]();
  });

  /** Creates a server that stores artifacts behind the proxy. Browsers reach the storage itself, under another address. */
  const testApp = (settings: Partial<S3Location> = {}) => {
    proxy.set(null);
    return createTestApp(
      {},
      { blobs: bucketLocation(storage.bucket, proxy.url, { prefix: randomUUID(), ...settings }) },
    );
  };
  const redirecting = () => testApp({ publicUrl: storage.endpoint });

  test("a picture is redirected to the bucket, which sends the headers of the server", async () => {
    await using plumb = await redirecting();
    const url = await linkOf(plumb, "image/png", "0123456789", "Übersicht.png");
    const response = await plumb.app.inject(url);
    expect(response.statusCode).toBe(302);
    expect(response.headers["cache-control"]).toBe("private, max-age=300");
    const link = new URL(String(response.headers.location));
    expect(link.origin).toBe(storage.endpoint);
    expect(link.searchParams.get("X-Amz-Expires")).toBe("900");
    const direct = await fetch(link);
    expect(direct.status).toBe(200);
    expect(direct.headers.get("content-type")).toBe("image/png");
    expect(direct.headers.get("content-disposition")).toMatch(/^inline; filename=Ubersicht.png; filename\*=UTF-8''/);
    expect(direct.headers.get("cache-control")).toBe("private, max-age=1800, immutable");
    expect(await direct.text()).toBe("0123456789");
    const part = await fetch(link, { headers: { range: "bytes=2-4" } });
    expect([part.status, await part.text()]).toEqual([206, "234"]);
  });

  test.for([["text/html"], ["image/svg+xml"], ["application/pdf"], ["application/zip"]] as const)(
    "%s is redirected as a download only, and its link cannot be changed",
    async ([contentType]) => {
      await using plumb = await redirecting();
      const url = await linkOf(plumb, contentType, script);
      const link = new URL(String((await plumb.app.inject(url)).headers.location));
      const direct = await fetch(link);
      expect(direct.headers.get("content-type")).toBe("application/octet-stream");
      expect(direct.headers.get("content-disposition")).toMatch(/^attachment;/);
      for (const [name, value] of [
        ["response-content-type", "text/html"],
        ["response-content-disposition", "inline"],
      ] as const) {
        const changed = new URL(link);
        changed.searchParams.set(name, value);
        expect((await fetch(changed)).status).toBe(403);
        changed.searchParams.delete(name);
        expect((await fetch(changed)).status).toBe(403);
      }
    },
  );

  test("text, HEAD requests, opened pages and traces stay on the server", async () => {
    await using plumb = await redirecting();
    await using second = await createArtifactApp(plumb.context);
    const [text = "", page = "", trace = "", picture = ""] = (
      await sendArtifacts(plumb, [
        { name: "log", contentType: "text/plain", content: "a line" },
        { name: "page", contentType: "text/html", content: script },
        { name: "trace", contentType: "application/zip", content: "0123456789" },
        { name: "picture", contentType: "image/png", content: "9876543210" },
      ])
    ).map(({ url }) => url ?? "");
    const read = await plumb.app.inject(text);
    expect([read.statusCode, read.body]).toEqual([200, "a line"]);
    const opened = await second.inject(page.replace("/api", ""));
    expect([opened.statusCode, opened.body]).toEqual([200, script]);
    expect(opened.headers["content-security-policy"]).toContain("sandbox");
    const part = await second.inject({ url: trace.replace("/api", ""), headers: { range: "bytes=3-5" } });
    expect([part.statusCode, part.body]).toEqual([206, "345"]);
    expect((await plumb.app.inject({ method: "HEAD", url: picture })).statusCode).toBe(200);
    const pixels = await plumb.app.inject(`${picture}?redirect=false`);
    expect([pixels.statusCode, pixels.body]).toEqual([200, "9876543210"]);
  });

  test("expired, forged and deleted links are rejected before a redirect", async () => {
    await using plumb = await redirecting();
    const url = await linkOf(plumb, "image/png", "0123456789");
    expect((await plumb.app.inject(`${url.slice(0, -2)}xx`)).statusCode).toBe(403);
    const [projectId = 0] = await plumb.context.blobs.projects();
    const hash = createHash("sha256").update("0123456789").digest("hex");
    await plumb.context.blobs.remove(projectId, hash);
    expect((await plumb.app.inject(url)).json()).toMatchObject({ error: "This file has been deleted." });
    plumb.time.now = new Date(plumb.time.now.getTime() + 2 * 3_600_000);
    expect((await plumb.app.inject(url)).statusCode).toBe(403);
  });

  test("the app may show pictures and videos of the bucket, if browsers are redirected to it", async () => {
    await using plumb = await redirecting();
    expect(await policy(plumb)).toContain(`img-src 'self' data: blob: ${storage.endpoint}`);
    expect(await policy(plumb)).toContain(`media-src 'self' blob: ${storage.endpoint}`);
    expect(await policy(plumb)).toContain("connect-src 'self'");
    await using plain = await testApp();
    expect(await policy(plain)).toContain("img-src 'self' data: blob:");
    expect((await plain.app.inject(await linkOf(plain, "image/png", "x"))).statusCode).toBe(200);
  });

  test("a bucket in the host name has its own origin", async () => {
    const blobs = bucketLocation("results", proxy.url, { pathStyle: false, publicUrl: "https://s3.example.test" });
    await using plumb = await createTestApp({}, { blobs });
    const { links } = plumb.context.blobs;
    const headers = { contentType: "image/png", contentDisposition: "inline", cacheControl: "private" };
    const link = new URL((await links?.sign(1, "0".repeat(64), headers)) ?? "");
    expect(link.origin).toBe("https://results.s3.example.test");
    expect(links?.origin).toBe(link.origin);
  });

  test("an upload without the storage is refused, and recorded completely when it is sent again", async () => {
    await using plumb = await testApp();
    const { key, token, projectId } = await seedProject(plumb);
    const attachments = [{ name: "a.png", contentType: "image/png", path: "a.png" }];
    const report = playwright([{ title: "adds", attempts: ["failed"], attachments }]);
    const upload = () => send(plumb, key, { "results.json": report, "a.png": "picture" });
    for (const [fault, message] of [
      ["is full", "The server's object storage is full. Nothing from this request was saved; try again later."],
      [
        "denies",
        "The server's object storage refuses the request. Nothing from this request was saved; try again later.",
      ],
    ] as const) {
      proxy.set(fault, "PUT");
      const { status, body } = await upload();
      expect([status, body.error, body.code]).toEqual([503, message, "unavailable"]);
      const ready = await plumb.app.inject("/readyz");
      expect([ready.statusCode, ready.json<object>()]).toMatchObject([
        200,
        { status: "ready", storage: expect.stringContaining("object storage") as string },
      ]);
    }
    expect((await call(plumb, "GET", `/api/reports?projectId=${projectId}`, { token })).body).toMatchObject({
      data: [],
    });
    proxy.set(null);
    expect((await upload()).status).toBe(200);
    expect((await plumb.app.inject("/readyz")).json()).toEqual({ status: "ready" });
    const hash = createHash("sha256").update("picture").digest("hex");
    expect(await plumb.context.blobs.size(projectId, hash)).toBe(7);
  });

  test("failed downloads name the fault of the storage or the file", async () => {
    await using plumb = await testApp();
    const url = await linkOf(plumb, "text/plain", "0123456789");
    proxy.set("denies");
    const refused = await plumb.app.inject(url);
    expect(refused.statusCode).toBe(503);
    expect(refused.headers["retry-after"]).toBe("5");
    expect(refused.json<{ error: string }>().error).toContain("The server's object storage refuses the request.");
    proxy.set(null);
    const hash = createHash("sha256").update("0123456789").digest("hex");
    const projects = await plumb.context.blobs.projects();
    for (const projectId of projects)
      await plumb.context.blobs.putStream(projectId, hash, Readable.from([Buffer.from("01")]));
    const damaged = await plumb.app.inject(url);
    expect(damaged.statusCode).toBe(500);
    expect(damaged.json<{ error: string }>().error).toContain("damaged in the storage");
  });
});
