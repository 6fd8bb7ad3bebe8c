import { expect, test } from "vitest";
import { createTestApp, seedProject } from "#testing/app.ts";
import { backUp, restoreLatest, tableChecksums, temporaryFolder } from "#testing/backups.ts";
import { runStatement } from "#testing/database.ts";
import { fillEmptyTables } from "#testing/fill-tables.ts";

test("a restored database has the same rows in every table, and continues with new ids", async () => {
  await using plumb = await createTestApp();
  using target = temporaryFolder();
  const { key } = await seedProject(plumb);
  await fillEmptyTables(plumb.context.db);
  await runStatement(plumb.context.db, "update artifact set blob_hash = null");
  await runStatement(plumb.context.db, "delete from annotation_attachment");
  const report = await backUp(plumb, target.path);
  const before = await tableChecksums(plumb.context.db);
  await using restored = await restoreLatest(target.path);
  expect(await tableChecksums(restored.db)).toEqual(before);
  expect(report.rows).toBeGreaterThan(90);
  void key;
});
