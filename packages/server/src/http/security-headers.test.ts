import { expect, test } from "vitest";
import { call, createTestApp, seedProject } from "#testing/app.ts";

test.for(["/", "/api/public/config", "/api/projects", "/nowhere"])(
  "%s cannot be reached from a window of another site",
  async (url) => {
    await using plumb = await createTestApp();
    const { headers } = await plumb.app.inject(url);
    expect(headers).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(
        /object-src 'none'; base-uri 'none'.*frame-ancestors 'none'/,
      ) as string,
    });
    expect(headers).not.toHaveProperty("strict-transport-security");
  },
);

test.for([
  ["https://plumb.example", "max-age=31536000"],
  ["http://plumb.example", undefined],
] as const)("with PLUMB_PUBLIC_URL %s browsers stay with https: %s", async ([publicUrl, expected]) => {
  await using plumb = await createTestApp({ publicUrl });
  expect((await plumb.app.inject("/api/public/config")).headers["strict-transport-security"]).toBe(expected);
});

test("pages of other sites get no permission to read responses or to send requests", async () => {
  await using plumb = await createTestApp();
  const origin = "https://evil.example";
  const read = await plumb.app.inject({ url: "/api/public/config", headers: { origin } });
  const preflight = await plumb.app.inject({
    method: "OPTIONS",
    url: "/api/projects",
    headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
  });
  expect(preflight.statusCode).toBe(404);
  for (const { headers } of [read, preflight])
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
});

test("TRACE is not served", async () => {
  await using plumb = await createTestApp();
  // The types of `inject` do not have this method.
  const request = { method: "TRACE" as "GET", url: "/api/public/config", headers: { authorization: "Bearer secret" } };
  const { statusCode, body } = await plumb.app.inject(request);
  expect(statusCode).toBe(404);
  expect(body).not.toContain("secret");
});

test("a repeated parameter is an error unless it is a list", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const response = await call(plumb, "GET", "/api/jobs?state=queued&state=failed", { token });
  expect([response.status, response.body]).toMatchObject([400, { code: "invalid" }]);
});
