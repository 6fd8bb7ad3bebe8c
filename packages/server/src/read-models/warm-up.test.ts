import { sql } from "kysely";
import { expect, test } from "vitest";
import { collectFailures } from "#failures/collect-failures.ts";
import { selectFailures } from "#read-models/failures/selected-failures.ts";
import { warmUp } from "./warm-up.ts";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";
import { createTestApp, seedProject, send } from "#testing/app.ts";
import { junit } from "#testing/reports.ts";
import { ignoreRevisions } from "#testing/revision-guard.ts";

test("warming up loads the failures and the counted runs of a project", async () => {
  await using plumb = await createTestApp();
  const { db, failureIndex, runStats } = plumb.context;
  const { key, projectId } = await seedProject(plumb, "Shop");
  const report = junit(Array.from({ length: 30 }, (_, index) => ["cart", `adds ${index}`, "boom"] as const));
  const { body } = await send(plumb, key, { "a.xml": report }, { build: "1" });
  await collectFailures(plumb.context, { projectId, runId: body.data.reportId });
  while ((await countEndedRuns(db, 2)).runs > 0);

  await warmUp({ failureIndex, runStats }, new AbortController().signal);
  // Deleted behind the revisions, so that only memory has them.
  await db.transaction().execute(async (transaction) => {
    await ignoreRevisions(transaction);
    await sql`delete from failure where project_id = ${projectId}`.execute(transaction);
    await sql`delete from counted_run where project_id = ${projectId}`.execute(transaction);
  });
  const selection = { projectId, from: null, until: null, words: [] };
  expect((await selectFailures(failureIndex, selection)).total).toBe(30);
  expect((await runStats.of(projectId)).runs.length).toBe(1);
});
