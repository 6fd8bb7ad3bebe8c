import { endpoints } from "@plumb/contract/endpoints.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject } from "#testing/app.ts";

test("the API describes every endpoint, for programs and for users", async () => {
  await using plumb = await createTestApp();
  const document = await call<{ paths: Record<string, object> }>(plumb, "GET", "/api/openapi.json");
  const page = await plumb.app.inject("/api/docs");
  for (const { path, method } of endpoints) {
    expect(Object.keys(document.body.paths[path.replaceAll(/:(\w+)/g, "{$1}")] ?? {})).toContain(method.toLowerCase());
    expect(page.body).toContain(path);
  }
  const pdf = document.body.paths["/api/reports/{reportId}/export/pdf"];
  expect(pdf).toMatchObject({ get: { responses: { 200: { content: { "application/pdf": {} } } } } });
  const json = document.body.paths["/api/reports/{reportId}/export/json"];
  const schema = { type: "object", properties: { report: { type: "object" }, tests: { type: "array" } } };
  expect(json).toMatchObject({ get: { responses: { 200: { content: { "application/json": { schema } } } } } });
});

test("operators see whether it is up, ready and healthy", async () => {
  await using plumb = await createTestApp();
  expect((await call(plumb, "GET", "/healthz")).body).toEqual({ status: "ok" });
  expect((await call(plumb, "GET", "/readyz")).body).toEqual({ status: "ready" });
  expect((await plumb.app.inject("/metrics")).body).toContain(
    'plumb_http_request_seconds_count{method="GET",route="/healthz",status="200"} 1',
  );
});

test("an unknown API path returns an error, not a page", async () => {
  await using plumb = await createTestApp();
  expect(await call(plumb, "GET", "/api/nothing")).toMatchObject({
    status: 404,
    body: { success: false, code: "not_found" },
  });
  expect((await plumb.app.inject("/assets/old-chunk.js")).statusCode).toBe(404);
});

test.for(["", "{}"])("a JSON body of %j counts as no body where none is expected", async (payload) => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const response = await plumb.app.inject({
    method: "POST",
    url: "/api/auth/logout",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    payload,
  });
  expect([response.statusCode, response.json()]).toEqual([200, { success: true, data: null }]);
});

test("responses for one caller are not cached", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const headers = { authorization: `Bearer ${token}` };
  const response = await plumb.app.inject({ method: "GET", url: "/api/projects", headers });
  expect([response.statusCode, response.headers["cache-control"]]).toEqual([200, "no-store"]);
});

test("invalid JSON and wrong fields are rejected with the reason", async () => {
  await using plumb = await createTestApp();
  for (const [type, payload, error] of [
    ["application/json", "{", "The body is not valid JSON."],
    ["application/xml", "<a/>", "The type of the body is not supported. Send it as application/json."],
  ] as const) {
    const headers = { "content-type": type };
    const broken = await plumb.app.inject({ method: "POST", url: "/api/auth/login", headers, payload });
    expect([broken.statusCode, broken.json()]).toEqual([400, { success: false, code: "invalid", error }]);
  }
  const wrong = await call(plumb, "POST", "/api/auth/register", {
    body: { username: "a", email: "no", password: "x" },
  });
  expect(wrong).toMatchObject({
    status: 400,
    body: {
      error: "Email must be an email address, Password must be at least 6 characters long",
      fields: {
        email: "Email must be an email address",
        password: "Password must be at least 6 characters long",
      },
    },
  });
});
