import type { OwnerPreview, OwnerRules } from "@plumb/contract/tests/owners.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { junit, playwright } from "#testing/reports.ts";
import { previewOwners } from "#tests/assign-owners.ts";

async function owned(options: { plumb: Awaited<ReturnType<typeof createTestApp>> }) {
  const { plumb } = options;
  const { token, key, projectId } = await seedProject(plumb);
  const path = `/api/projects/${projectId}`;
  const cases = [
    { title: "adds", attempts: ["passed" as const] },
    { title: "pays", attempts: ["failed" as const], owner: "ana" },
  ];
  return {
    projectId,
    get: async (of: string) => (await call(plumb, "GET", `${path}/${of}`, { token })).body,
    put: (of: string, body: object) => call<{ data: OwnerRules }>(plumb, "PUT", `${path}/${of}`, { token, body }),
    preview: async (rules: string) =>
      (await call<{ data: OwnerPreview }>(plumb, "POST", `${path}/owner-rules/preview`, { token, body: { rules } }))
        .body.data,
    run: async (build: string) => {
      await send(plumb, key, { "r.json": playwright(cases) }, { build, suite: "web" });
      await send(plumb, key, { "a.xml": junit([["com.shop.CartTest", "empties"]]) }, { build, suite: "api" });
      await runJobs(plumb.context);
    },
    owners: () =>
      readRows<{ title: string; owner: string | null }>(
        plumb.context.db,
        `select title_path[cardinality(title_path)] as title, owner from test where project_id = ${projectId} order by 1`,
      ),
    counted: () =>
      readRows(
        plumb.context.db,
        `select o.owner, c.number, o.total, o.passed, o.failed from run_owner o
           join counted_run c on c.project_id = o.project_id and c.run_id = o.run_id where o.project_id = ${projectId} order by 2, 1`,
      ),
  };
}

test("an owner set by a user takes precedence over that of the report, and that over rules", async () => {
  await using plumb = await createTestApp();
  const { get, put, run, owners, counted } = await owned({ plumb });
  await run("1");
  expect(await owners()).toEqual([
    { title: "adds", owner: null },
    { title: "empties", owner: null },
    { title: "pays", owner: "ana" },
  ]);
  const saved = await put("owner-rules", { rules: "*.spec.ts @web\ncom.shop.* @api\n/\n", version: 0 });
  expect(saved.body.data).toMatchObject({ version: 1, problems: [{ line: 3 }] });
  await runJobs(plumb.context);
  expect((await owners()).map(({ owner }) => owner)).toEqual(["@web", "@api", "ana"]);
  // A change of the rules also recounts earlier runs.
  expect(await counted()).toEqual([
    { owner: "@web", number: 1, total: 1, passed: 1, failed: 0 },
    { owner: "ana", number: 1, total: 1, passed: 0, failed: 1 },
    { owner: "@api", number: 2, total: 1, passed: 1, failed: 0 },
  ]);
  expect(await get("owners")).toMatchObject({
    data: [{ owner: "@api", tests: 1 }, { owner: "@web" }, { owner: "ana" }],
    unowned: 0,
  });
  const [pays] = await readRows<{ id: number }>(plumb.context.db, "select id from test where owner_said = 'ana'");
  expect((await put(`tests/${pays?.id}/owner`, { owner: " ben " })).body).toMatchObject({ data: { owner: "ben" } });
  await run("2");
  expect((await owners())[2]).toEqual({ title: "pays", owner: "ben" });
  expect((await put(`tests/${pays?.id}/owner`, { owner: null })).body).toMatchObject({ data: { owner: "ana" } });
});

test("rules are previewed before saving, and concurrent changes lose nothing", async () => {
  await using plumb = await createTestApp();
  const { put, run, preview, owners } = await owned({ plumb });
  await run("1");
  expect(await preview("com.shop.* @api")).toEqual({
    problems: [],
    owners: [
      { owner: "@api", tests: 1 },
      { owner: "ana", tests: 1 },
    ],
    unowned: 1,
    unownedFiles: ["cart.spec.ts"],
    looked: 2,
    places: 2,
  });
  expect((await owners())[1]).toEqual({ title: "empties", owner: null });
  expect((await put("owner-rules", { rules: "* @one", version: 0 })).status).toBe(200);
  expect((await put("owner-rules", { rules: "* @two", version: 0 })).status).toBe(409);
  expect((await put("owner-rules", { rules: "* @two", version: 1 })).status).toBe(200);
  expect((await put("owner-rules", { rules: "x".repeat(50_001), version: 2 })).status).toBe(400);
});

test("a slow preview returns partial results", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const location = "a".repeat(900);
  const cases = Array.from({ length: 200 }, (_, number) => [`${location}${number}`, "adds"] as const);
  await send(plumb, key, { "a.xml": junit(cases) });
  await runJobs(plumb.context);
  // Each rule is compared with each place letter by letter, and matches none of them.
  const rules = Array.from({ length: 1000 }, (_, line) => `*${"a".repeat(40)}?b${line} @me`).join("\n");
  const { looked, places, unowned, owners } = await previewOwners(plumb.context, projectId, rules, 300);
  expect(places).toBe(200);
  expect(looked).toBeGreaterThan(0);
  expect(looked).toBeLessThan(200);
  expect({ unowned, owners }).toEqual({ unowned: looked, owners: [] });
});
