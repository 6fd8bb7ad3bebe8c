import { expect, test } from "vitest";
import { bodyBytes } from "@plumb/contract/endpoint.ts";
import { createTestApp, seedProject } from "#testing/app.ts";

/** Error responses are read by users, so they must fit on a screen, however many errors there are. */
const maxResponseBytes = 2000;

function listOf(bytes: number): string {
  return `{"reportIds":[${'"",'.repeat(Math.floor((bytes - 20) / 3))}""]}`;
}

function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
}

test.for([
  ["a list of a MiB", "/api/reports/compare", listOf(1024 ** 2), 413],
  ["the longest list that is read", "/api/reports/compare", listOf(bodyBytes.usual - 10), 400],
  ["a list in a filter", "/api/reports/search", `{"filters":{"status":[${'"x",'.repeat(90)}"x"]}}`, 400],
  ["a list in the middle of a filter", "/api/reports/search", `{"filters":{"tag":[[${'"",'.repeat(9000)}""]]}}`, 400],
  ["a list of wrong ids", "/api/reports/compare", `{"reportIds":[${'"",'.repeat(9999)}""]}`, 400],
  [
    "an object of 5,000 fields",
    "/api/projects",
    `{${Array.from({ length: 5000 }, (_, n) => `"f${n}":1`).join()}}`,
    400,
  ],
  ["an object 10,000 deep", "/api/projects", nested(10_000), 400],
  ["a list 30,000 deep", "/api/projects", "[".repeat(30_000) + "]".repeat(30_000), 400],
] as const)("%s is rejected with a short message", async ([, url, payload, status]) => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await plumb.app.inject({ method: "POST", url, headers, payload });
  expect([response.statusCode, response.json()]).toEqual([status, expect.objectContaining({ success: false })]);
  expect(response.body.length).toBeLessThan(maxResponseBytes);
});

test.for([
  ["deep JSON", "application/json", nested(10_000), 400],
  ["deep lists", "application/json", `{"username":${"[".repeat(30_000)}${"]".repeat(30_000)}}`, 400],
  ["a body of a MiB", "application/json", `"${"x".repeat(1024 ** 2)}"`, 413],
  ["a name that JavaScript knows", "application/json", '{"__proto__":{"username":"a","password":"b"}}', 400],
  ["a form without a boundary", "multipart/form-data", "x", 400],
  ["a kind of its own", "application/x-plumb", "x", 400],
] as const)("at sign-in, %s is rejected as the caller's mistake", async ([, type, payload, status]) => {
  await using plumb = await createTestApp();
  const response = await plumb.app.inject({
    method: "POST",
    url: "/api/auth/login",
    headers: { "content-type": type },
    payload,
  });
  expect([response.statusCode, response.json()]).toEqual([status, expect.objectContaining({ success: false })]);
  expect(response.body.length).toBeLessThan(maxResponseBytes);
});
