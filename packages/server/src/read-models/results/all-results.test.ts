import { expect, test } from "vitest";
import { createTestApp, seedProject } from "#testing/app.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";
import { allResults, resultWindow } from "./result-window.ts";

test("all results of a running report are read once, although their order changes between the pages", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  const names = ["a", "b", "c", "d", "e", "f"];
  await live.batch(names.map((name) => testEvent(name, "passed")));
  const index = plumb.context.resultIndex;
  const selection = { projectId, runId: live.run.reportId, status: undefined, words: [] };
  const titles: string[] = [];
  for await (const { titlePath } of allResults(index, selection, 2)) {
    titles.push(titlePath.at(-1) ?? "");
    // Failed tests come first in the list.
    if (titles.length === 1) await live.batch([testEvent("g", "failed"), testEvent("h", "failed")]);
  }
  expect(titles).toEqual(names);
  const { rows } = await resultWindow(index, { ...selection, offset: 0, limit: 2 });
  expect(rows.map(({ titlePath }) => titlePath.at(-1))).toEqual(["g", "h"]);
});
