import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createIdAllocator } from "#store/id-allocator.ts";
import { type NewTest, testLine, searchText } from "./new-test.ts";
import { findTests, makeTests, testIds } from "./tests.ts";
import { createTestDatabase } from "#testing/database.ts";

const titlePath = ['says "hi"', String.raw`back\slash \" {a,b}`, "NULL", "", " spaced, and\nbroken ", "emoji 🙂"];

function in7(tests: readonly NewTest[]): Map<string, number> {
  return new Map(tests.map(({ key }) => [key, 7]));
}

function linesOf(tests: readonly NewTest[]): Map<string, string> {
  return new Map(tests.map((sent) => [sent.key, testLine(sent)]));
}

test("a new test keeps its titles and tags exactly, and is found again with the same id", async () => {
  await using database = await createTestDatabase();
  const known = { key: randomUUID(), file: null, titlePath, variant: "", tags: ["a,b", "{}", 'q"'] };
  const untagged = { key: randomUUID(), file: "a.spec.ts", titlePath: ["t"], variant: "v", tags: [] };

  const first = await testIds(database.db, 1, in7([known, untagged]), [known, untagged]);
  const another = { ...known, key: randomUUID() };
  const again = await testIds(database.db, 1, in7([another]), [untagged, another, known]);

  expect(again.size).toBe(3);
  for (const { key } of [known, untagged]) expect(again.get(key)).toBe(first.get(key));
  const { rows } = await sql`
    select file, title_path as "titlePath", variant, tags, first_run_id as "runId" from test where project_id = 1 order by id
  `.execute(database.db);
  expect(rows).toHaveLength(3);
  expect(rows).toContainEqual({ file: null, titlePath, variant: "", tags: known.tags, runId: 7 });
  expect(rows).toContainEqual({ file: "a.spec.ts", titlePath: ["t"], variant: "v", tags: [], runId: 7 });
});

test("a copied test keeps its titles and tags exactly", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const sent = { key: randomUUID(), file: "a\\b\t.ts", titlePath, variant: "v\r\n", tags: ["a,b", "{}", 'q"', "\\N"] };
  const plain = { key: randomUUID(), file: null, titlePath: ["\\N"], variant: "", tags: [] };

  const made = await makeTests(
    db,
    { projectId: 1, runId: 7 },
    linesOf([sent, plain]),
    createIdAllocator(db, "test_id_seq"),
  );

  const { rows } = await sql`
    select id, key::text, file, title_path as "titlePath", variant, tags, first_run_id as "runId", search_text as "searchText" from test order by file
  `.execute(db);
  expect(rows).toEqual(
    [sent, plain].map((test) => ({ ...test, id: made?.get(test.key), runId: 7, searchText: searchText(test) })),
  );
});

test("creates none of the supposedly new tests if one of them exists", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const known = { key: randomUUID(), file: null, titlePath: ["known"], variant: "", tags: [] };
  const unseen = { ...known, key: randomUUID(), titlePath: ["unseen"] };
  const newIds = createIdAllocator(db, "test_id_seq");
  const first = await makeTests(db, { projectId: 1, runId: 7 }, linesOf([known]), newIds);

  expect(await makeTests(db, { projectId: 1, runId: 8 }, linesOf([known, unseen]), newIds)).toBeNull();

  expect(await findTests(db, 1, [known.key, unseen.key])).toEqual(first);
  expect(first?.size).toBe(1);
});
