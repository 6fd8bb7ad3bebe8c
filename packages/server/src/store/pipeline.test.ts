import { CompiledQuery, sql } from "kysely";
import { expect, test } from "vitest";
import { type Db, onClient } from "./db.ts";
import { executePipeline } from "./pipeline.ts";
import { createTestDatabase } from "#testing/database.ts";

const table = "setting (key, value)";

function setting(key: string, value: string | null): CompiledQuery {
  return CompiledQuery.raw("insert into setting (key, value) values ($1, $2)", [key, value]);
}

async function settings(db: Db): Promise<[string, string][]> {
  const { rows } = await sql<{ key: string; value: string }>`
    select key, value::text from setting where key like 'told %' order by key
  `.execute(db);
  return rows.map(({ key, value }) => [key, value]);
}

test("statements and rows are sent and committed together", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  await onClient(db, (client) =>
    executePipeline(client, [
      setting("told a", "1"),
      { into: table, lines: "told b\\tö 🙂\t2\ntold c\\\\\t3\n" },
      setting("told d", "4"),
    ]),
  );
  expect(await settings(db)).toEqual([
    ["told a", "1"],
    ["told b\tö 🙂", "2"],
    ["told c\\", "3"],
    ["told d", "4"],
  ]);
});

test.for([
  ["a statement before the rows", [setting("told a", null), { into: table, lines: "told b\t2\n" }], "23502"],
  ["a row", [setting("told a", "1"), { into: table, lines: "told b\t2\ntold a\t3\n" }], "23505"],
  [
    "a statement after the rows",
    [{ into: table, lines: "told a\t1\n" }, setting("told a", "2"), setting("told b", "3")],
    "23505",
  ],
  ["what is no table", [setting("told a", "1"), { into: "nothing (id)", lines: "2\n" }], "42P01"],
  ["what is no row", [setting("told a", "1"), { into: table, lines: "told b\t2\t3\n" }], "22P04"],
] as const)("stores nothing if %s fails, and the connection stays usable", async ([, steps, code]) => {
  await using database = await createTestDatabase();
  const { db } = database;
  await onClient(db, async (client, connection) => {
    await expect(executePipeline(client, steps)).rejects.toMatchObject({ code });
    expect(await settings(connection)).toEqual([]);
    await executePipeline(client, [{ into: table, lines: "told c\t3\n" }]);
    expect(await settings(connection)).toEqual([["told c", "3"]]);
  });
});

test("an invalid value sends nothing", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  await onClient(db, async (client, connection) => {
    const strange = CompiledQuery.raw("select $1", [{ a: 1 }]);
    await expect(executePipeline(client, [setting("told a", "1"), strange])).rejects.toThrow("takes no object");
    expect(await settings(connection)).toEqual([]);
  });
});

test("in a transaction it ends with the transaction", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const input = onClient(db, (client, connection) =>
    connection.transaction().execute(async (transaction) => {
      await executePipeline(client, [{ into: table, lines: "told a\t1\n" }]);
      expect(await settings(transaction)).toEqual([["told a", "1"]]);
      throw new Error("given up");
    }),
  );
  await expect(input).rejects.toThrow("given up");
  expect(await settings(db)).toEqual([]);
});
