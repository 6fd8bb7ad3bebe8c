import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testIds } from "./tests.ts";
import { createTestDatabase } from "#testing/database.ts";

const titlePath = ['says "hi"', String.raw`back\slash \" {a,b}`, "NULL", "", " spaced, and\nbroken ", "emoji 🙂"];

test("a new test keeps its titles and tags to the letter, and is found again with the same id", async () => {
  await using database = await createTestDatabase();
  const known = { key: randomUUID(), file: null, titlePath, variant: "", tags: ["a,b", "{}", 'q"'] };
  const untagged = { key: randomUUID(), file: "a.spec.ts", titlePath: ["t"], variant: "v", tags: [] };

  const first = await testIds(database.db, 1, 7, [known, untagged]);
  const again = await testIds(database.db, 1, 8, [untagged, { ...known, key: randomUUID() }, known]);

  expect(first.allNew).toBe(true);
  expect(again.allNew).toBe(false);
  expect(again.ids.size).toBe(3);
  for (const { key } of [known, untagged]) expect(again.ids.get(key)).toBe(first.ids.get(key));
  const { rows } = await sql`
    select file, title_path as "titlePath", variant, tags, first_run_id as "runId" from test where project_id = 1 order by id
  `.execute(database.db);
  expect(rows).toHaveLength(3);
  expect(rows).toContainEqual({ file: null, titlePath, variant: "", tags: known.tags, runId: 7 });
  expect(rows).toContainEqual({ file: "a.spec.ts", titlePath: ["t"], variant: "v", tags: [], runId: 7 });
});

test("tests that were believed to be new and are known keep their ids", async () => {
  await using database = await createTestDatabase();
  const known = { key: randomUUID(), file: null, titlePath: ["known"], variant: "", tags: [] };
  const unseen = { ...known, key: randomUUID(), titlePath: ["unseen"] };
  const first = await testIds(database.db, 1, 7, [known], true);

  const again = await testIds(database.db, 1, 8, [known, unseen], true);

  expect(first.allNew).toBe(true);
  expect(again.allNew).toBe(false);
  expect(again.ids.get(known.key)).toBe(first.ids.get(known.key));
  expect(again.ids.size).toBe(2);
});
