import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runJobs } from "./engine.ts";
import { removeProjectContents } from "./remove-project-contents.ts";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { countRows, rowsOfProject, runStatement } from "#testing/database.ts";
import { junit, playwright } from "#testing/reports.ts";

async function removalOf(plumb: TestApp, projectId: number, token: string) {
  return call(plumb, "DELETE", `/api/projects/${projectId}`, { token, body: { confirm: "Shop" } });
}

test("a deletion resumes after a stop, and does not affect other projects", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const other = await seedProject(plumb, "Other");
  await call(plumb, "POST", `/api/projects/${projectId}/webhooks`, {
    token,
    body: { url: "https://hooks.example.test/", events: ["run.finished"] },
  });
  await call(plumb, "POST", `/api/projects/${projectId}/saved-views`, { token, body: { name: "Red", search: {} } });
  const rule = {
    name: "Broke",
    kind: "text",
    pattern: "broke",
    ignoreCase: true,
    primaryClass: "Unknown",
    subClass: null,
  };
  const scope = { suite: null, environment: null, branch: null, test: null };
  await call(plumb, "POST", `/api/analysis/projects/${projectId}/rules`, { token, body: { ...rule, scope } });
  const report = playwright([{ title: "adds", attempts: ["failed", "passed"] }]);
  await send(plumb, key, { "results.json": report, "shot.png": "not a picture" });
  await send(plumb, key, { "broken.xml": "<testsuites><testsuite><testcase name='a'/>" });
  await send(plumb, other.key, { "results.json": report });
  await plumb.context.blobs.putBytes(projectId, "0".repeat(64), Buffer.from("x"));
  const { db, config } = plumb.context;
  await countEndedRuns(db, 100);
  await removalOf(plumb, projectId, token);

  let rounds = 0;
  const stopping = {
    get aborted() {
      rounds += 1;
      return rounds > 2;
    },
  };
  expect(await removeProjectContents(plumb.context, projectId, stopping)).toBe(true);
  expect(await countRows(db, "project")).toBe(2);
  await runJobs(plumb.context);

  const counts = await rowsOfProject(db, projectId);
  expect(Object.keys(counts).length).toBeGreaterThan(11);
  expect(Object.entries(counts).filter(([, count]) => count > 0)).toEqual([]);
  expect(await countRows(db, "project")).toBe(1);
  expect(await countRows(db, "result")).toBe(1);
  expect(existsSync(join(config.dataDir, "blobs", String(projectId)))).toBe(false);
});

test("a deletion waits for an upload that is being received", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const { db } = plumb.context;
  await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) });
  await runStatement(db, "update upload set status = 'receiving'");
  await removalOf(plumb, projectId, token);
  await runJobs(plumb.context);
  expect(await countRows(db, "result")).toBe(1);
  await runStatement(db, "update upload set status = 'recorded'");
  plumb.time.now = new Date(plumb.time.now.getTime() + 10_000);
  await runJobs(plumb.context);
  expect(await countRows(db, "result")).toBe(0);
});
