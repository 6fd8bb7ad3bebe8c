import { expect, test } from "vitest";
import { createTestApp, seedProject, send } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { junit } from "#testing/reports.ts";

function report(name: string): string {
  return junit(Array.from({ length: 1000 }, (_, index) => [name, `case ${index}`] as const));
}

test("records a few of many concurrent uploads, and the others wait", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const progress = { done: 0, underWay: [] as number[] };
  const sending = Array.from({ length: 12 }, async (_, index) => {
    const { status } = await send(plumb, key, { "a.xml": report(`suite ${index}`) }, { suite: `${index}` });
    progress.done += 1;
    return status;
  });
  while (progress.done < sending.length) {
    const query = "select count(*)::int as count from upload where status = 'receiving'";
    progress.underWay.push((await readRows<{ count: number }>(plumb.context.db, query))[0]?.count ?? 0);
  }
  expect(await Promise.all(sending)).toEqual(sending.map(() => 200));
  expect(Math.max(...progress.underWay)).toBeGreaterThan(0);
  expect(Math.max(...progress.underWay)).toBeLessThanOrEqual(3);
});
