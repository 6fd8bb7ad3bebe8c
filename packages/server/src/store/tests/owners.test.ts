import { expect, test } from "vitest";
import { assignOwners, staleLocations } from "./owners.ts";
import { createTestApp, seedProject, send } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { junit } from "#testing/reports.ts";

test("assigning owners by earlier rules keeps those of later rules", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const { db } = plumb.context;
  await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) });
  const [location = ""] = await staleLocations(db, projectId, 1, 10);
  expect(await assignOwners(db, projectId, 2, [{ place: location, owner: "new" }])).toBe(true);
  expect(await assignOwners(db, projectId, 1, [{ place: location, owner: "old" }])).toBe(false);
  expect(await staleLocations(db, projectId, 1, 10)).toEqual([]);
  expect(await readRows(db, "select owner from test")).toEqual([{ owner: "new" }]);
});
