import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { junit } from "#testing/reports.ts";

const badge = async ({ app }: TestApp, path: string, headers: Record<string, string> = {}) =>
  app.inject({ method: "GET", url: path, headers });

async function withBadge(plumb: TestApp) {
  const { token, key, projectId } = await seedProject(plumb);
  await call(plumb, "PUT", `/api/projects/${projectId}`, { token, body: { settings: { badge: true } } });
  return { token, key, projectId, path: `/api/public/projects/${projectId}/badge.svg` };
}

const titleOf = (svg: string) => /<title>(.*)<\/title>/.exec(svg)?.[1];

test("a project has no badge until it is switched on, and unknown projects answer alike", async () => {
  await using plumb = await createTestApp();
  const { projectId, token } = await seedProject(plumb);
  const path = `/api/public/projects/${projectId}/badge.svg`;
  const off = await badge(plumb, path);
  const unknown = await badge(plumb, "/api/public/projects/999999/badge.svg");
  const invalid = await badge(plumb, "/api/public/projects/shop/badge.svg");
  expect([off.statusCode, unknown.statusCode, invalid.statusCode]).toEqual([404, 404, 404]);
  expect(unknown.body).toBe(off.body);
  await call(plumb, "PUT", `/api/projects/${projectId}`, { token, body: { settings: { badge: true } } });
  expect((await badge(plumb, path)).statusCode).toBe(200);
  await call(plumb, "DELETE", `/api/projects/${projectId}`, { token, body: { confirm: "Shop" } });
  expect((await badge(plumb, path)).statusCode).toBe(404);
});

test("the badge shows the latest run of each suite on the branch", async () => {
  await using plumb = await createTestApp();
  const { key, path } = await withBadge(plumb);
  expect(titleOf((await badge(plumb, path)).body)).toBe("tests: no runs");
  const passed = {
    "a.xml": junit([
      ["cart", "adds"],
      ["cart", "pays"],
    ]),
  };
  await send(plumb, key, passed, { branch: "main", suite: "web", startedAt: "2026-03-01T08:00:00Z" });
  expect(titleOf((await badge(plumb, path)).body)).toBe("tests: 2 passed");
  await send(
    plumb,
    key,
    { "b.xml": junit([["api", "lists", "no"]]) },
    { branch: "main", suite: "api", startedAt: "2026-03-02T08:00:00Z" },
  );
  await send(plumb, key, { "c.xml": junit([["cart", "sells"]]) }, { branch: "cart", suite: "web" });
  expect(titleOf((await badge(plumb, path)).body)).toBe("tests: 1 failed");
  expect(titleOf((await badge(plumb, `${path}?branch=cart`)).body)).toBe("tests on cart: 1 passed");
  expect(titleOf((await badge(plumb, `${path}?branch=gone`)).body)).toBe("tests on gone: no runs");
  await send(
    plumb,
    key,
    { "d.xml": junit([["api", "lists"]]) },
    { branch: "main", suite: "api", startedAt: "2026-03-04T09:59:00Z" },
  );
  expect(titleOf((await badge(plumb, path)).body)).toBe("tests: 3 passed");
});

test("browsers and proxies keep the badge for a minute, and revalidate it", async () => {
  await using plumb = await createTestApp();
  const { key, path } = await withBadge(plumb);
  const first = await badge(plumb, path);
  expect(first.headers).toMatchObject({
    "content-type": "image/svg+xml; charset=utf-8",
    "cache-control": "public, max-age=60",
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  });
  const etag = String(first.headers["etag"]);
  expect((await badge(plumb, path, { "if-none-match": `"other", W/${etag}` })).statusCode).toBe(304);
  await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) }, { branch: "main" });
  expect((await badge(plumb, path, { "if-none-match": etag })).statusCode).toBe(200);
});

test("the name of a branch stays text", async () => {
  await using plumb = await createTestApp();
  const { path } = await withBadge(plumb);
  const name = `"><script>alert(1)</script>&\u202E${"x".repeat(100)}`;
  const { body } = await badge(plumb, `${path}?branch=${encodeURIComponent(name)}`);
  expect(body).not.toContain("<script");
  expect(body).not.toContain("\u202E");
  expect(titleOf(body)).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;");
  expect(body.length).toBeLessThan(1500);
  expect((await badge(plumb, `${path}?branch=${"y".repeat(301)}`)).statusCode).toBe(404);
});
