import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { createTestApp, seedProject } from "#testing/app.ts";
import { estimatedRows, runStatement } from "#testing/database.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";

test("the planner knows the size of a growing run before it ends", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const { db } = plumb.context;
  // The database of an earlier test may be reused.
  await runStatement(db, "truncate result");
  const live = await openLive(plumb, key);
  const tests = Array.from({ length: 6000 }, (_, index) => testEvent(`t${index}`, "announced"));

  await live.batch(tests.slice(0, 3000));
  await runJobs(plumb.context);
  expect(await estimatedRows(db, "result")).toBe(-1);
  await live.batch(tests.slice(3000));
  await runJobs(plumb.context);
  expect(await estimatedRows(db, "result")).toBe(6000);
});
