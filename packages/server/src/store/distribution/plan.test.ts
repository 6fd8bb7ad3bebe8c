import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "#testing/database.ts";
import { distributionPlan } from "./plan.ts";

test("every table of a project can be distributed by project", async () => {
  await using database = await createTestDatabase();
  const { obstacles, distributed, reference, coordinator } = await distributionPlan(database.db);
  expect(obstacles).toEqual([]);
  expect(distributed).toEqual(expect.arrayContaining(["run", "result", "test", "failure", "binding", "ticket"]));
  expect(reference).toEqual([
    "api_key",
    "avatar",
    "connector",
    "invitation",
    "membership",
    "project",
    "setting",
    "user_account",
  ]);
  expect(coordinator).toEqual(expect.arrayContaining(["job", "session", "schema_version"]));
});

test("tables that cannot be distributed are listed with their reason", async () => {
  await using database = await createTestDatabase();
  await expect(
    database.db.transaction().execute(async (transaction) => {
      await sql`create table wrong_table (
        project_id bigint references project (id), id bigint generated always as identity primary key, session_id text,
        run_id bigint unique)`.execute(transaction);
      await sql`create table wrong_target (project_id bigint not null, id bigint, primary key (project_id, id))`.execute(
        transaction,
      );
      await sql`alter table wrong_target add constraint wrong_reference foreign key (id) references wrong_table (id)`.execute(
        transaction,
      );
      const { obstacles } = await distributionPlan(transaction);
      throw new Error(obstacles.join("\n"));
    }),
  ).rejects.toThrow(
    [
      "wrong_table.project_id may be null",
      "wrong_table.id is an identity column; use a sequence",
      "wrong_table_pkey is unique across projects; add project_id",
      "wrong_table_run_id_key is unique across projects; add project_id",
      "wrong_target: wrong_reference does not include project_id",
    ].join("\n"),
  );
});
