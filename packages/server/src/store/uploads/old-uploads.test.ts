import { sql } from "kysely";
import { expect, test } from "vitest";
import { uploadOfFiles, nobody } from "#ingest/uploads/new-upload.ts";
import { endOfRefusal } from "#ingest/uploads/outcome.ts";
import { insertUpload } from "./uploads.ts";
import { deleteOldUploads } from "./old-uploads.ts";
import { createTestApp, seedProject, send } from "#testing/app.ts";
import { uploadsOf } from "#testing/uploads.ts";
import { countRows } from "#testing/database.ts";
import { junit } from "#testing/reports.ts";

const report = junit([["cart", "adds"]]);

test("a deleted report is still named and marked", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  await send(plumb, project.key, { "a.xml": report });
  await sql`update run set removed_at = now()`.execute(plumb.context.db);
  expect((await uploadsOf(plumb, project))[0]?.reports).toMatchObject([{ number: 1, gone: true }]);
});

test("old uploads are deleted, rejected ones separately from the rest", async () => {
  await using plumb = await createTestApp();
  const { projectId } = await seedProject(plumb);
  const { db } = plumb.context;
  const anUpload = uploadOfFiles(projectId, { sender: nobody, query: {}, receivedAt: plumb.time.now }, [
    { name: "a.xml" },
  ]);
  const add = async (state: "accepted" | "rejected", daysAgo: number) => {
    const receivedAt = new Date(plumb.time.now.getTime() - daysAgo * 86_400_000);
    const runs = [{ id: 1, number: 1, suite: "web" }];
    const end = { ...endOfRefusal("rejected", "No."), state, runs };
    await insertUpload(db, { ...anUpload, receivedAt }, { state, writer: null, end });
  };
  for (const days of [40, 31, 20, 10, 1]) await add("accepted", days);
  for (const days of [35, 5, 4, 3]) await add("rejected", days);
  const before = new Date(plumb.time.now.getTime() - 30 * 86_400_000);
  await deleteOldUploads(db, { before, max: 5, maxRefused: 2 });
  const retained = async () => (await sql<{ state: string }>`select state from arrival order by id`.execute(db)).rows;
  expect((await retained()).map(({ state }) => state)).toEqual([
    "accepted",
    "accepted",
    "accepted",
    "rejected",
    "rejected",
  ]);
  await deleteOldUploads(db, { before, max: 3, maxRefused: 2 });
  expect(await retained()).toHaveLength(3);
  expect(await countRows(db, "arrival_run")).toBe(3);
});
