import { expect, test } from "vitest";
import { carryOutJobs } from "#jobs/engine.ts";
import { createTestApp, seedProject } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";

test("a run that grows large is known to the planner at once, not only when it has ended", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const { db } = plumb.context;
  // The database of another test may be used again.
  await runStatement(db, "truncate result");
  const isKnown = async () => {
    await carryOutJobs(plumb.context);
    const [row] = await readRows<{ known: boolean }>(
      db,
      "select reltuples > 0 as known from pg_class where relname = 'result'",
    );
    return row?.known;
  };
  const live = await openLive(plumb, key);
  const tests = Array.from({ length: 6000 }, (_, index) => testEvent(`t${index}`, "announced"));

  await live.batch(tests.slice(0, 3000));
  expect(await isKnown()).toBe(false);
  await live.batch(tests.slice(3000));
  expect(await isKnown()).toBe(true);
});
