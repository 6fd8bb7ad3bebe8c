import { dayMs } from "@plumb/contract/durations.ts";
import type { Endpoint } from "@plumb/contract/endpoint.ts";
import { endpoints } from "@plumb/contract/endpoints.ts";
import type { ShareLink, ShareTarget } from "@plumb/contract/projects/share-links.ts";
import type { ResultDetail } from "@plumb/contract/runs/results.ts";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createArtifactApp } from "#artifact-app.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { callOf, endpointAccess, nameOf, requestOf } from "#testing/endpoint-calls.ts";
import { seedPerson } from "#testing/people.ts";
import { createFixtures } from "#testing/permission-walk.ts";
import { junit, playwright } from "#testing/reports.ts";

const week = {
  kind: "week" as const,
  week: "2026-W09",
  timeZone: "Europe/Berlin",
  suite: ["api"],
} satisfies ShareTarget;
const ended = {
  status: 401,
  body: { error: "This link has ended, or its address is incomplete. Ask the person who sent it for a new one." },
};

/** A project with two reports; the second one has a failed test with a file. */
async function createShop(plumb: TestApp) {
  const { token, projectId, key } = await seedProject(plumb);
  const before = await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) });
  const attachments = [{ name: "log.txt", contentType: "text/plain", path: "/ci/results/log.txt" }];
  const report = playwright([{ title: "adds", attempts: ["failed"], attachments }]);
  const red = await send(plumb, key, { "report.json": report, "results/log.txt": "what happened" });
  const { reportId } = red.body.data;
  const rows = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  return { token, projectId, baseId: before.body.data.reportId, reportId, resultId: rows.body.data[0]?.id ?? 0 };
}

type Shop = Awaited<ReturnType<typeof createShop>>;

async function share(
  plumb: TestApp,
  { projectId, token }: Pick<Shop, "projectId" | "token">,
  target: ShareTarget | object,
  days = 7,
) {
  const expiresAt = new Date(plumb.time.now.getTime() + days * dayMs).toISOString();
  return call<{ data: { id: number; url: string }; fields?: object }>(
    plumb,
    "POST",
    `/api/projects/${projectId}/share-links`,
    { token, body: { target, expiresAt } },
  );
}

async function tokenFor(plumb: TestApp, shop: Pick<Shop, "projectId" | "token">, target: ShareTarget, days?: number) {
  const { status, body } = await share(plumb, shop, target, days);
  expect(status).toBe(200);
  return body.data.url.split("/s/")[1] ?? "";
}

const view = (plumb: TestApp, token: string) => call(plumb, "GET", "/api/shared", { token });

async function listed(plumb: TestApp, { projectId, token }: Pick<Shop, "projectId" | "token">) {
  const path = `/api/projects/${projectId}/share-links`;
  return (await call<{ data: ShareLink[] }>(plumb, "GET", path, { token })).body.data;
}

test("a link of a report reads the report with its tests, and counts how often it was opened", async () => {
  await using plumb = await createTestApp();
  const shop = await createShop(plumb);
  const target = { kind: "report", reportId: shop.reportId } as const;
  const token = await tokenFor(plumb, shop, target);
  expect(token).toMatch(new RegExp(`^share_${shop.projectId}_[\\w-]{32}$`));
  const shown = { target, title: "#2 of shop", projectName: "Shop", projectId: shop.projectId, run: null };
  expect(await view(plumb, token)).toMatchObject({ status: 200, body: { data: shown } });
  const results = await call(plumb, "GET", `/api/reports/${shop.reportId}/results`, { token });
  expect(results).toMatchObject({ status: 200, body: { data: [{ id: shop.resultId }], total: 1 } });
  await view(plumb, token);
  // A second link to the same report does not change the first one.
  const second = await share(plumb, shop, target);
  expect((await call(plumb, "GET", `/api/reports/${shop.reportId}`, { token })).status).toBe(200);
  const path = `/api/projects/${shop.projectId}/share-links/${second.body.data.id}`;
  await call(plumb, "DELETE", path, { token: shop.token });
  expect((await call(plumb, "GET", `/api/reports/${shop.reportId}`, { token })).status).toBe(200);
  const [revoked, link, ...others] = await listed(plumb, shop);
  expect(others).toEqual([]);
  expect(revoked).toMatchObject({ state: "revoked", uses: 0, lastUsedAt: null });
  expect(link).toMatchObject({ target, state: "active", uses: 2, lastUsedAt: plumb.time.now.toISOString() });
  expect(JSON.stringify(link)).not.toContain(token);
  const stored = await readRows<object>(plumb.context.db, "select * from share_link");
  expect(JSON.stringify(stored)).not.toContain(token.slice(-32));
});

test("a link of a failure, a comparison or a week reads only that", async () => {
  await using plumb = await createTestApp();
  const shop = await createShop(plumb);
  const { projectId, baseId, reportId, resultId } = shop;
  const failure = await tokenFor(plumb, shop, { kind: "failure", reportId, resultId });
  expect(await view(plumb, failure)).toMatchObject({ body: { data: { run: { number: 2, testSuite: "shop" } } } });
  const read = async (token: string, url: string) => (await call(plumb, "GET", url, { token })).status;
  expect(await read(failure, `/api/reports/${reportId}/results/${resultId}`)).toBe(200);
  expect(await read(failure, `/api/reports/${reportId}`)).toBe(403);
  expect(await read(failure, `/api/reports/${reportId}/results/${resultId + 1}`)).toBe(403);
  expect(await read(failure, `/api/reports/${reportId}/results`)).toBe(403);

  const comparison = await tokenFor(plumb, shop, { kind: "comparison", baseId, headId: reportId });
  const compare = async (reportIds: number[]) =>
    (await call(plumb, "POST", "/api/reports/compare", { token: comparison, body: { reportIds } })).status;
  expect(await compare([baseId, reportId])).toBe(200);
  expect(await compare([reportId, baseId])).toBe(403);
  expect(await compare([baseId, 987_654_321])).toBe(403);
  expect(await read(comparison, `/api/reports/${reportId}`)).toBe(403);

  const weekly = await tokenFor(plumb, shop, week);
  const url = `/api/trends/week?timeZone=Europe%2FBerlin&week=2026-W09`;
  expect(await read(weekly, `${url}&suite=api&projectId=${projectId}`)).toBe(200);
  expect(await read(weekly, `${url}&suite=api`)).toBe(200);
  expect(await read(weekly, url)).toBe(403);
  expect(await read(weekly, `${url}&suite=web`)).toBe(403);
  expect(await read(weekly, `${url.replace("W09", "W08")}&suite=api`)).toBe(403);
  expect(await read(weekly, `${url}&suite=api&projectId=${projectId + 1}`)).toBe(403);
});

const isOpen = ({ allow }: Endpoint) => allow === "public" || allow === "signed" || allow === "share";

/** Endpoints of each kind of link. A second statement, apart from `http/share-access.ts`. */
const readable: Readonly<Record<ShareTarget["kind"], readonly string[]>> = {
  report: [
    "GET /api/reports/:reportId",
    "GET /api/reports/:reportId/output",
    "GET /api/reports/:reportId/problems",
    "GET /api/reports/:reportId/results",
    "GET /api/reports/:reportId/results/groups",
    "GET /api/reports/:reportId/results/rows",
    "GET /api/reports/:reportId/results/:resultId",
    "GET /api/reports/:reportId/results/:resultId/position",
  ],
  failure: ["GET /api/reports/:reportId/results/:resultId"],
  comparison: ["POST /api/reports/compare"],
  week: ["GET /api/trends/week"],
};

/** The sample of an endpoint, with the target of the link where the endpoint reads that kind. */
function sampleFor(endpoint: Endpoint, target: ShareTarget, input: Awaited<ReturnType<typeof callOf>>) {
  if (target.kind === "comparison" && endpoint.path === "/api/reports/compare")
    return { ...input, body: { reportIds: [target.baseId, target.headId] } };
  if (target.kind === "week" && endpoint.path === "/api/trends/week")
    return { query: { week: target.week, timeZone: target.timeZone } };
  return input;
}

test("every kind of link gets 401, 403 or 404 from all other endpoints, and its own ones for other reports", async () => {
  await using plumb = await createTestApp();
  const fixtures = await createFixtures(plumb);
  const { projectId, reportId, resultId } = fixtures;
  const owner = { projectId, token: (await fixtures.tokenOf("lead")) ?? "" };
  const [other] = await readRows<{ id: number }>(plumb.context.db, `select id from run where id <> ${reportId}`);
  const otherReport = other?.id ?? 0;
  const targets: ShareTarget[] = [
    { kind: "report", reportId },
    { kind: "failure", reportId, resultId },
    { kind: "comparison", baseId: reportId, headId: otherReport },
    { kind: "week", week: week.week, timeZone: "UTC" },
  ];
  const problems: string[] = [];
  for (const target of targets) {
    const token = await tokenFor(plumb, owner, target);
    const answered: string[] = [];
    for (const access of endpointAccess.filter(({ endpoint }) => !isOpen(endpoint))) {
      const input = sampleFor(access.endpoint, target, await callOf(access, fixtures));
      const { statusCode } = await plumb.app.inject(requestOf(access.endpoint, input, token));
      if (statusCode === 200) answered.push(nameOf(access));
      else if (![401, 403, 404].includes(statusCode)) problems.push(`${target.kind}: ${nameOf(access)}: ${statusCode}`);
      if (access.endpoint.path.includes(":reportId") && access.endpoint.method === "GET") {
        const elsewhere = { ...input, params: { ...input.params, reportId: otherReport } };
        const reply = await plumb.app.inject(requestOf(access.endpoint, elsewhere, token));
        if (![401, 403, 404].includes(reply.statusCode))
          problems.push(`${target.kind}: ${nameOf(access)} of another report: ${reply.statusCode}`);
      }
    }
    expect({ kind: target.kind, answered: answered.toSorted() }).toEqual({
      kind: target.kind,
      answered: readable[target.kind].toSorted(),
    });
    expect(await view(plumb, token)).toMatchObject({ status: 200 });
  }
  expect(problems).toEqual([]);
  expect(endpoints.filter(({ allow }) => allow === "share")).toHaveLength(1);
});

test("uploads, live runs, ReportPortal and MCP reject a link", async () => {
  await using plumb = await createTestApp();
  const shop = await createShop(plumb);
  const token = await tokenFor(plumb, shop, { kind: "report", reportId: shop.reportId });
  const upload = await send(plumb, token, { "b.xml": junit([["cart", "removes"]]) });
  expect(upload.status).toBe(403);
  const live = await call(plumb, "POST", "/api/ingest/runs", { token, body: { suite: "x", sourceId: "s" } });
  expect(live.status).toBe(403);
  const tool = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "find_runs", arguments: {} } };
  const { payload } = await plumb.app.inject({
    method: "POST",
    url: "/mcp",
    headers: { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" },
    payload: tool,
  });
  expect(payload).toContain('"isError":true');
  expect(payload).not.toContain("shop");
});

test("a link ends at its end date, when it is revoked, with its report, its creator and the setting, always with the same message", async () => {
  await using plumb = await createTestApp();
  const shop = await createShop(plumb);
  const { db } = plumb.context;
  const target = { kind: "report", reportId: shop.reportId } as const;
  const user = await seedPerson(plumb, "user", { projectId: shop.projectId, projectRole: "USER" });

  const short = await tokenFor(plumb, shop, target, 1);
  const start = plumb.time.now.getTime();
  plumb.time.now = new Date(start + dayMs - 1);
  expect((await view(plumb, short)).status).toBe(200);
  plumb.time.now = new Date(start + dayMs);
  expect(await view(plumb, short)).toMatchObject(ended);

  const revoked = await share(plumb, shop, target);
  const links = `/api/projects/${shop.projectId}/share-links`;
  expect((await call(plumb, "DELETE", `${links}/${revoked.body.data.id}`, { token: shop.token })).status).toBe(200);
  expect(await view(plumb, revoked.body.data.url.split("/s/")[1] ?? "")).toMatchObject(ended);

  const theirs = await tokenFor(plumb, { ...shop, token: user.token }, target);
  expect((await view(plumb, theirs)).status).toBe(200);
  await runStatement(db, `update membership set role = 'VIEWER' where user_id = ${user.id}`);
  expect(await view(plumb, theirs)).toMatchObject(ended);
  expect((await listed(plumb, shop)).map(({ state }) => state)).toEqual(["orphaned", "revoked", "expired"]);

  const token = await tokenFor(plumb, shop, target, 30);
  const settings = (shareLinks: boolean) =>
    call(plumb, "PUT", "/api/settings", { token: shop.token, body: { shareLinks } });
  await settings(false);
  expect(await view(plumb, token)).toMatchObject(ended);
  expect(await share(plumb, shop, target)).toMatchObject({ status: 403 });
  expect(await call(plumb, "GET", "/api/public/config")).toMatchObject({ body: { data: { shareLinks: false } } });
  await settings(true);
  expect((await view(plumb, token)).status).toBe(200);

  const pair = await tokenFor(plumb, shop, { kind: "comparison", baseId: shop.baseId, headId: shop.reportId });
  await runStatement(db, `update run set removed_at = now() where id = ${shop.reportId}`);
  expect(await view(plumb, token)).toMatchObject(ended);
  expect(await view(plumb, pair)).toMatchObject(ended);
  for (const wrong of [`share_${shop.projectId}_${"x".repeat(32)}`, `share_999_${token.slice(-32)}`])
    expect(await view(plumb, wrong)).toMatchObject(ended);

  expect((await listed(plumb, shop)).map(({ state }) => state)).toEqual([
    "removed",
    "removed",
    "removed",
    "revoked",
    "expired",
  ]);
});

test("files of a link open on both origins, and end with the link", async () => {
  await using plumb = await createTestApp();
  await using second = await createArtifactApp(plumb.context);
  const shop = await createShop(plumb);
  const { reportId, resultId, projectId } = shop;
  const created = await share(plumb, shop, { kind: "failure", reportId, resultId });
  const token = created.body.data.url.split("/s/")[1] ?? "";
  const detail = await call<{ data: ResultDetail }>(plumb, "GET", `/api/reports/${reportId}/results/${resultId}`, {
    token,
  });
  const url = detail.body.data.artifacts[0]?.url ?? "";
  const open = async () => [
    (await plumb.app.inject(url)).statusCode,
    (await second.inject(url.replace("/api", ""))).statusCode,
  ];
  expect(await open()).toEqual([200, 200]);
  expect((await plumb.app.inject(url)).payload).toBe("what happened");
  await call(plumb, "DELETE", `/api/projects/${projectId}/share-links/${created.body.data.id}`, { token: shop.token });
  expect(await open()).toEqual([403, 403]);
});

test("an address that tries wrong links is slowed down, and others are not", async () => {
  await using plumb = await createTestApp();
  const shop = await createShop(plumb);
  const token = await tokenFor(plumb, shop, { kind: "report", reportId: shop.reportId });
  const wrong = `share_${shop.projectId}_${"x".repeat(32)}`;
  const open = async (link: string, remoteAddress: string) =>
    (await plumb.app.inject({ url: "/api/shared", remoteAddress, headers: { authorization: `Bearer ${link}` } }))
      .statusCode;
  for (let attempt = 0; attempt < 30; attempt += 1) expect(await open(wrong, "192.0.2.1")).toBe(401);
  expect(await open(wrong, "192.0.2.1")).toBe(429);
  expect(await open(token, "192.0.2.1")).toBe(200);
  expect(await open(wrong, "192.0.2.2")).toBe(401);
});

test.for([
  [{ kind: "report", reportId: 987_654_321 }, 404, "The requested report could not be found."],
  [{ kind: "failure", resultId: 987_654_321 }, 404, "This report has no such test result."],
  [{ kind: "comparison", headId: 987_654_321 }, 404, "The requested report could not be found."],
  [{ kind: "week", week: "2030-W01", timeZone: "UTC" }, 400, /has not started/],
  [{ kind: "week", week: "2026-W09", timeZone: "Mars/Base" }, 400, /Unknown time zone/],
  [{ kind: "project" }, 400, /./],
] as const)("a link to %j is rejected", async ([target, status, error]) => {
  await using plumb = await createTestApp();
  const shop = await createShop(plumb);
  const { reportId, baseId } = shop;
  const reply = await share(plumb, shop, { reportId, baseId, ...target });
  expect(reply).toMatchObject({ status, body: { error: expect.stringMatching(error) as unknown } });
});

test.for([
  [-1, "Choose an end in the future"],
  [367, "A share link works for at most a year. Choose an earlier end"],
] as const)("a link that ends in %i days is rejected", async ([days, expiresAt]) => {
  await using plumb = await createTestApp();
  const shop = await createShop(plumb);
  const reply = await share(plumb, shop, { kind: "report", reportId: shop.reportId }, days);
  expect(reply).toMatchObject({ status: 400, body: { fields: { expiresAt } } });
});

test("a project has at most 200 links that work, and keeps the last hundred that ended", async () => {
  await using plumb = await createTestApp();
  const shop = await createShop(plumb);
  const target = { kind: "report", reportId: shop.reportId } as const;
  const first = await share(plumb, shop, target);
  const copy = (count: number, revoked: string) =>
    runStatement(
      plumb.context.db,
      `insert into share_link (project_id, token_hash, kind, title, run_id, created_by, created_at, expires_at, revoked_at)
       select project_id, sha256((n || '${revoked}')::bytea), kind, title, run_id, created_by, created_at, expires_at, ${revoked}
         from share_link, generate_series(1, ${count}) n where id = ${first.body.data.id}`,
    );
  await copy(150, "now()");
  await copy(199, "null");
  expect(await share(plumb, shop, target)).toMatchObject({ status: 409, body: { error: /has 200 share links/ } });
  await call(plumb, "DELETE", `/api/projects/${shop.projectId}/share-links/${first.body.data.id}`, {
    token: shop.token,
  });
  expect((await share(plumb, shop, target)).status).toBe(200);
  const states = Map.groupBy(await listed(plumb, shop), ({ state }) => state);
  expect([states.get("active")?.length, states.get("revoked")?.length]).toEqual([200, 100]);
});

test("creating and revoking a link is in the audit log, without its token", async () => {
  await using plumb = await createTestApp();
  const shop = await createShop(plumb);
  const created = await share(plumb, shop, { kind: "report", reportId: shop.reportId });
  const { id, url } = created.body.data;
  await call(plumb, "DELETE", `/api/projects/${shop.projectId}/share-links/${id}`, { token: shop.token });
  const { body } = await call<{ data: object[] }>(plumb, "GET", "/api/audit?limit=2", { token: shop.token });
  const target = { projectId: shop.projectId, targetType: "share_link", targetId: id, targetName: "#2 of shop" };
  expect(body.data).toMatchObject([
    { action: "share_link.revoked", ...target },
    { action: "share_link.created", ...target, detail: { kind: "report" } },
  ]);
  expect(JSON.stringify(body)).not.toContain(url.slice(-32));
});

test("the log never contains a token, even if a request fails", async () => {
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => lines.push(line) });
  await using plumb = await createTestApp({}, { log });
  const shop = await createShop(plumb);
  const token = await tokenFor(plumb, shop, { kind: "report", reportId: shop.reportId });
  await plumb.app.inject(`/s/${token}`);
  await view(plumb, token);
  await view(plumb, `${token.slice(0, -1)}${token.endsWith("x") ? "y" : "x"}`);
  await runStatement(plumb.context.db, "alter table share_link rename column uses to used");
  const { status } = await view(plumb, token);
  // Other tests use the same database afterwards.
  await runStatement(plumb.context.db, "alter table share_link rename column used to uses");
  expect(status).toBe(500);
  expect(lines.some((line) => line.includes("request failed"))).toBe(true);
  expect(lines.filter((line) => line.includes(token.slice(-32, -1)))).toEqual([]);
});

test("the page of a link is neither indexed nor sent as a referrer", async () => {
  await using plumb = await createTestApp();
  const headersOf = async (url: string) => (await plumb.app.inject(url)).headers;
  expect(await headersOf("/s/share_1_abc")).toMatchObject({
    "x-robots-tag": "noindex, nofollow, noarchive",
    "referrer-policy": "no-referrer",
  });
  expect(await headersOf("/settings")).not.toHaveProperty("x-robots-tag");
});
