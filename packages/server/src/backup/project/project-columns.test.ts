import { expect, test } from "vitest";
import { exportedTables, meaningOf, notExported } from "#store/backup/project-columns.ts";
import { createTestApp } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { isKnownJson, isNumber, jsonColumns } from "./map-row.ts";

test("each column of an exported table has a meaning", async () => {
  await using plumb = await createTestApp();
  const tables = await exportedTables(plumb.context.db);
  expect(tables.length).toBeGreaterThan(50);
  const unknown = tables.flatMap(({ name, columns }) =>
    columns
      .filter(({ name: column, type }) =>
        isNumber(type) ? meaningOf(name, column) === undefined : /^jsonb?$/.test(type) && !isKnownJson(name, column),
      )
      .map(({ name: column }) => `${name}.${column}`),
  );
  // Add them to `ids` or `numbers` in store/backup/project-columns.ts, JSON to `jsonWithoutIds` or to `jsonColumns` in map-row.ts.
  expect(unknown).toEqual([]);
});

test("all names of tables and columns exist, and each id has a sequence", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  const exported = new Map((await exportedTables(db)).map((table) => [table.name, table.columns]));
  const columns = await readRows<{ name: string }>(
    db,
    "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
  );
  const names = new Set(columns.map(({ name }) => name));
  expect(Object.keys(jsonColumns).filter((name) => !names.has(name))).toEqual([]);
  expect([...notExported.keys()].filter((table) => !names.has(`${table}.project_id`))).toEqual([]);
  const sequences = await readRows<{ name: string }>(
    db,
    `select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'id')
        and case when exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'id')
                 then pg_get_serial_sequence(relname, 'id') is not null end`,
  );
  const withSequence = new Set(sequences.map(({ name }) => name));
  const referenced = [...exported].flatMap(([table, list]) =>
    list.flatMap(({ name, type }) => {
      const meaning = isNumber(type) ? meaningOf(table, name) : "number";
      return typeof meaning === "object" ? [meaning.idOf] : [];
    }),
  );
  expect([...new Set(referenced)].filter((table) => !withSequence.has(table))).toEqual([]);
});
