import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deleteProjects } from "./delete-projects.ts";
import { countEndedRuns } from "#store/runs/run-totals.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { countRows, rowsOfProject, runStatement } from "#testing/database.ts";
import { junit, playwright } from "#testing/reports.ts";

async function removalOf(plumb: TestApp, projectId: number, token: string) {
  return call(plumb, "DELETE", `/api/projects/${projectId}`, { token, body: { confirm: "Shop" } });
}

test("a deletion goes on where a stop cut it off, and takes nothing of other projects", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const other = await seedProject(plumb, "Other");
  await call(plumb, "POST", `/api/projects/${projectId}/webhooks`, {
    token,
    body: { url: "https://hooks.example.test/", events: ["run.finished"] },
  });
  await call(plumb, "POST", `/api/projects/${projectId}/saved-views`, { token, body: { name: "Red", search: {} } });
  const report = playwright([{ title: "adds", attempts: ["failed", "passed"] }]);
  await send(plumb, key, { "results.json": report, "shot.png": "not a picture" });
  await send(plumb, key, { "broken.xml": "<testsuites><testsuite><testcase name='a'/>" });
  await send(plumb, other.key, { "results.json": report });
  await plumb.context.blobs.keepBytes(projectId, "0".repeat(64), Buffer.from("x"));
  const { db, blobs, config } = plumb.context;
  await countEndedRuns(db, 100);
  await removalOf(plumb, projectId, token);

  let turns = 0;
  await deleteProjects(db, blobs, () => (turns += 1) > 2);
  expect(await countRows(db, "project")).toBe(2);
  await deleteProjects(db, blobs);

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
  const { db, blobs } = plumb.context;
  await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) });
  await runStatement(db, "update upload set status = 'receiving'");
  await removalOf(plumb, projectId, token);
  await deleteProjects(db, blobs);
  expect(await countRows(db, "result")).toBe(1);
  await runStatement(db, "update upload set status = 'recorded'");
  await deleteProjects(db, blobs);
  expect(await countRows(db, "result")).toBe(0);
});
