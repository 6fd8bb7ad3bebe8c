import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "#store/migrate.ts";
import { createTestDatabase } from "#testing/database.ts";

test("a migrated database stays as it is", async () => {
  await using database = await createTestDatabase();
  const versions = () =>
    sql<{ version: number }>`select version, applied_at from schema_version order by version`.execute(database.db);
  const before = await versions();
  await migrate(database.db);
  expect((await versions()).rows).toEqual(before.rows);
});

test("a database of a newer version is refused with advice", async () => {
  await using database = await createTestDatabase();
  await sql`insert into schema_version (version, file) values (9999, '9999_future.sql')`.execute(database.db);
  try {
    await expect(migrate(database.db)).rejects.toThrow(
      /schema version 9999, made by a newer Plumb.*Start the newer version/,
    );
  } finally {
    await sql`delete from schema_version where version = 9999`.execute(database.db);
  }
});
