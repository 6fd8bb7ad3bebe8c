import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createArtifactApp } from "#artifact-app.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { sendArtifacts } from "#testing/artifacts.ts";
import { playwright } from "#testing/reports.ts";

const script = "<script>parent.document.title='pwned'</script>";

/** Sends an artifact and returns its links: on the app's origin, and as a path on the second origin (`apart`). */
async function sent(plumb: TestApp, contentType: string, content: string | Uint8Array = script, name = "file") {
  const [artifact] = await sendArtifacts(plumb, [{ name, contentType, content }]);
  const url = artifact?.url ?? "";
  return { url, apart: url.replace("/api", ""), viewUrl: artifact?.viewUrl ?? null };
}

test.for([
  ["text/html"],
  ["TEXT/HTML; charset=utf-8"],
  ["application/xhtml+xml"],
  ["image/svg+xml"],
  ["application/pdf"],
  ["application/octet-stream"],
  ["application/x-shockwave-flash"],
  ["multipart/related"],
  ["image/svg+xml, image/png"],
] as const)("the app's origin serves %s only as a download", async ([contentType]) => {
  await using plumb = await createTestApp();
  const { url } = await sent(plumb, contentType);
  const { headers, statusCode } = await plumb.app.inject(url);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ "content-type": "application/octet-stream", "x-content-type-options": "nosniff" });
  expect(headers["content-disposition"]).toMatch(/^attachment;/);
  expect(headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
});

test.for([
  ["text/plain"],
  ["text/xml"],
  ["application/xml"],
  ["text/javascript"],
  ["application/json"],
  ["text/x-html"],
] as const)("text of the type %s is plain text on both origins, whatever its content", async ([contentType]) => {
  await using plumb = await createTestApp();
  await using second = await createArtifactApp(plumb.context);
  const { url, apart } = await sent(plumb, contentType);
  for (const response of [await plumb.app.inject(url), await second.inject(apart)]) {
    expect(response.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "x-content-type-options": "nosniff",
    });
    expect(response.headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
  }
});

test("HTML is served on the second origin: sandboxed, without network, framed by the app only", async () => {
  await using plumb = await createTestApp();
  await using second = await createArtifactApp(plumb.context);
  const { apart } = await sent(plumb, "text/html");
  const { headers, body } = await second.inject({ url: apart, headers: { host: "plumb.test:4601" } });
  expect(body).toBe(script);
  expect(headers).toMatchObject({
    "content-type": "text/html",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  });
  const policy = String(headers["content-security-policy"]).split("; ");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors http://plumb.test:*");
  expect(policy.find((rule) => rule.startsWith("sandbox"))).not.toMatch(/allow-(same-origin|top-navigation|forms)/);
  expect(policy.some((rule) => rule.startsWith("connect-src"))).toBe(false);
});

test("an SVG image runs no script anywhere", async () => {
  await using plumb = await createTestApp();
  await using second = await createArtifactApp(plumb.context);
  const { apart } = await sent(plumb, "image/svg+xml");
  const { headers } = await second.inject(apart);
  expect(headers["content-type"]).toBe("image/svg+xml");
  expect(headers["content-security-policy"]).toMatch(
    /^sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:/,
  );
});

test("forged, truncated and expired links are rejected on both origins", async () => {
  await using plumb = await createTestApp();
  await using second = await createArtifactApp(plumb.context);
  const { url, apart } = await sent(plumb, "text/html");
  const foreign = plumb.context.signer.sign("artifact:1:999999", new Date(Date.now() + 1e9));
  const statuses = async (change: (path: string) => string) => [
    (await plumb.app.inject(change(url))).statusCode,
    (await second.inject(change(apart))).statusCode,
  ];
  expect(await statuses((path) => path)).toEqual([200, 200]);
  expect(await statuses((path) => `${path.slice(0, -2)}xx`)).toEqual([403, 403]);
  expect(await statuses((path) => path.slice(0, path.lastIndexOf(".")))).toEqual([403, 403]);
  expect(await statuses((path) => path.replace(/[^/]+$/, foreign))).toEqual([404, 404]);
  plumb.time.now = new Date(plumb.time.now.getTime() + 2 * 3_600_000);
  expect(await statuses((path) => path)).toEqual([403, 403]);
});

test("an upload is rejected as temporary while the folder of files is away, and recorded afterwards", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const folder = join(plumb.context.config.dataDir, "blobs");
  const attachments = [{ name: "screen.txt", contentType: "text/plain", path: "/ci/screen.txt" }];
  const files = {
    "report.json": playwright([{ title: "adds", attempts: ["failed"], attachments }]),
    "screen.txt": "a screen",
  };
  writeFileSync(folder, "not a folder");
  const refused = await send(plumb, key, files);
  expect(refused.status).toBe(503);
  expect(refused.body.error).toContain("The server's files cannot be reached. Nothing from this request was saved");
  rmSync(folder);
  expect((await send(plumb, key, files)).status).toBe(200);
});

test("several tests of an upload can have the same file", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const attachments = [{ name: "screen.txt", contentType: "text/plain", path: "/ci/screen.txt" }];
  const tests = ["adds", "pays"].map((title) => ({ title, attempts: ["failed" as const], attachments }));
  const { status } = await send(plumb, key, { "report.json": playwright(tests), "screen.txt": "a screen" });
  expect(status).toBe(200);
});

test("a deleted file is reported", async () => {
  await using plumb = await createTestApp();
  const { url } = await sent(plumb, "text/plain");
  rmSync(join(plumb.context.config.dataDir, "blobs"), { recursive: true });
  const response = await plumb.app.inject(url);
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ error: "This file has been deleted." });
});

test.for([
  ["bytes=0-2", 206, "bytes 0-2/10", "012"],
  ["bytes=7-", 206, "bytes 7-9/10", "789"],
  ["bytes=-4", 206, "bytes 6-9/10", "6789"],
  ["bytes=-99", 206, "bytes 0-9/10", "0123456789"],
  ["bytes=8-99", 206, "bytes 8-9/10", "89"],
  ["bytes=10-", 416, "bytes */10", ""],
  ["bytes=-0", 416, "bytes */10", ""],
  ["bytes=99999999999999999999-", 416, "bytes */10", ""],
  ["bytes=5-2", 200, undefined, "0123456789"],
  ["bytes=0-1,4-5", 200, undefined, "0123456789"],
  ["lines=0-1", 200, undefined, "0123456789"],
  ["bytes=-", 200, undefined, "0123456789"],
] as const)("the range %s: %d", async ([range, status, contentRange, body]) => {
  await using plumb = await createTestApp();
  const { url } = await sent(plumb, "video/webm", "0123456789");
  const response = await plumb.app.inject({ url, headers: { range } });
  expect([response.statusCode, response.headers["content-range"], response.body]).toEqual([status, contentRange, body]);
  expect(response.headers["content-length"]).toBe(String(body.length));
});

test("a link answers HEAD requests, so that a page can find out why an image fails", async () => {
  await using plumb = await createTestApp();
  const { url } = await sent(plumb, "image/png", "0123456789");
  const { statusCode, headers, body } = await plumb.app.inject({ url, method: "HEAD" });
  expect([statusCode, headers["content-length"], body]).toEqual([200, "10", ""]);
});
