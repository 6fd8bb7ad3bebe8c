import { request as httpRequest } from "node:http";
import type { Artifact } from "@plumb/contract/runs/results.ts";
import { endpoints } from "@plumb/contract/endpoints.ts";
import { expect, test } from "vitest";
import { createArtifactApp } from "./artifact-app.ts";
import { createTestApp, type TestApp } from "#testing/app.ts";
import { sendArtifacts } from "#testing/artifacts.ts";

const files = [
  { name: "trace", contentType: "application/zip", content: "zip" },
  { name: "page", contentType: "text/html", content: "<p>" },
  { name: "shot", contentType: "image/png", content: "png" },
  { name: "log", contentType: "text/plain", content: "log" },
];

async function viewOrigins(plumb: TestApp, headers: Record<string, string>): Promise<(string | null)[]> {
  const artifacts = await sendArtifacts(plumb, files, headers);
  return artifacts.map(({ viewUrl }) => (viewUrl === null ? null : new URL(viewUrl).origin));
}

test("the second origin serves no part of the app and no endpoint", async () => {
  await using plumb = await createTestApp();
  await using second = await createArtifactApp(plumb.context);
  for (const { method, path } of endpoints) {
    const url = path.replaceAll(/:\w+/g, "1");
    const { statusCode, headers } = await second.inject({ method, url, headers: { authorization: "Bearer x" } });
    expect([url, statusCode]).toEqual([url, 404]);
    expect(headers["set-cookie"]).toBeUndefined();
  }
  for (const url of ["/", "/index.html", "/reports/1", "/healthz", "/metrics", "/socket.io/", "/start.js", "/api/docs"])
    expect((await second.inject(url)).statusCode).toBe(404);
});

test("the trace viewer is on the second origin only, with a policy that limits it to its files", async () => {
  await using plumb = await createTestApp();
  await using second = await createArtifactApp(plumb.context);
  const { statusCode, headers, body } = await second.inject({
    url: "/trace/index.html",
    headers: { host: "plumb.test:4601" },
  });
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(body).toContain("Playwright Trace Viewer");
  expect(headers["content-security-policy"]).toContain("connect-src 'self' data: blob:");
  expect(headers["content-security-policy"]).toContain("frame-ancestors http://plumb.test:*");
  expect((await second.inject("/trace/sw.bundle.js")).headers["content-type"]).toMatch(
    /^(text|application)\/javascript/,
  );
  expect((await plumb.app.inject("/trace/sw.bundle.js")).headers["content-type"]).not.toContain("javascript");
});

test.for([
  ["/trace/../package.json"],
  ["/trace/..%2f..%2f..%2fpackage.json"],
  ["/trace/%2e%2e/%2e%2e/%2e%2e/package.json"],
  ["/trace/..%5c..%5cpackage.json"],
  ["/trace//etc/passwd"],
  ["/trace/.git/config"],
] as const)("rejects %s, which is outside the viewer's files", async ([path]) => {
  await using plumb = await createTestApp();
  await using second = await createArtifactApp(plumb.context);
  await second.listen({ host: "127.0.0.1", port: 0 });
  const { port } = second.server.address() as { port: number };
  // Sent over a raw socket, because `inject` and `fetch` would normalise the path.
  const status = await new Promise((resolve, reject) => {
    httpRequest({ host: "127.0.0.1", port, path }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });
  expect([400, 403, 404]).toContain(status);
});

test.for([
  ["the host by which the app was reached", {}, { host: "plumb.lan:4600" }, "http://plumb.lan:4601"],
  ["localhost stays localhost", {}, { host: "localhost:4600" }, "http://localhost:4601"],
  [
    "no way for a page that came over TLS",
    { trustProxy: 1 },
    { host: "plumb.lan", "x-forwarded-proto": "https" },
    null,
  ],
  ["nor where the public address says so", { publicUrl: "https://plumb.lan" }, { host: "plumb.lan" }, null],
  [
    "a proxy beside a listener on loopback",
    { host: "127.0.0.1", publicUrl: "http://plumb.lan" },
    { host: "plumb.lan" },
    null,
  ],
  ["a host that would end a header", {}, { host: "plumb.lan;script-src *" }, null],
  ["an IPv6 address", {}, { host: "[::1]:4600" }, null],
  [
    "what is configured",
    { publicUrl: "https://plumb.lan", artifactUrl: "https://artifacts.plumb.lan" },
    { host: "plumb.lan" },
    "https://artifacts.plumb.lan",
  ],
] as const)("traces and pages are opened on another origin: %s", async ([, settings, headers, origin]) => {
  await using plumb = await createTestApp(settings);
  expect(await viewOrigins(plumb, headers)).toEqual([origin, origin, null, null]);
  const page = await plumb.app.inject({ url: "/", headers });
  expect(page.headers["content-security-policy"]).toContain(`; frame-src ${origin ?? "'none'"};`);
});

test("a trace opens in the viewer with the file of the same origin", async () => {
  await using plumb = await createTestApp();
  await using second = await createArtifactApp(plumb.context);
  const [trace] = (await sendArtifacts(plumb, files, { host: "plumb.lan:4600" })) as [Artifact];
  const viewer = new URL(trace.viewUrl ?? "");
  const file = new URL(viewer.searchParams.get("trace") ?? "");
  expect([viewer.pathname, file.origin]).toEqual(["/trace/index.html", "http://plumb.lan:4601"]);
  expect((await second.inject(file.pathname)).body).toBe("zip");
});

test("only the app at its public URL can frame artifacts, if configured", async () => {
  await using plumb = await createTestApp({
    publicUrl: "https://plumb.lan/base",
    artifactUrl: "https://artifacts.plumb.lan",
  });
  await using second = await createArtifactApp(plumb.context);
  const { headers } = await second.inject({ url: "/trace/index.html", headers: { host: "artifacts.plumb.lan" } });
  expect(headers["content-security-policy"]).toMatch(/; frame-ancestors https:\/\/plumb\.lan$/);
});
