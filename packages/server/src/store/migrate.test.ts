import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate, migrations } from "./migrate.ts";
import { createEmptyDatabase, createTestDatabase } from "#testing/database.ts";
import { countTables, fillEmptyTables, fillTables } from "#testing/fill-tables.ts";

test("a migrated database is not changed", async () => {
  await using database = await createTestDatabase();
  const versions = () =>
    sql<{ version: number }>`select version, applied_at from schema_version order by version`.execute(database.db);
  const before = await versions();
  await migrate(database.db);
  expect((await versions()).rows).toEqual(before.rows);
});

test("rejects a database of a newer version with advice", async () => {
  await using database = await createTestDatabase();
  await sql`insert into schema_version (version, file) values (9999, '9999_future.sql')`.execute(database.db);
  try {
    await expect(migrate(database.db)).rejects.toThrow(
      /schema version 9999, created by a newer version of Plumb.*Start the newer version/,
    );
  } finally {
    await sql`delete from schema_version where version = 9999`.execute(database.db);
  }
});

test("a migration with a lower number that was added later is applied", async () => {
  await using database = await createEmptyDatabase();
  const { db } = database;
  await migrate(db);
  await sql`drop table connector cascade`.execute(db);
  await sql`delete from schema_version where file = '0009_connectors.sql'`.execute(db);
  await migrate(db);
  expect((await sql`select * from connector`.execute(db)).rows).toEqual([]);
});

test("another migration under a known number is unknown", async () => {
  await using database = await createEmptyDatabase();
  const { db } = database;
  await migrate(db, 1);
  await sql`update schema_version set file = '0001_other.sql'`.execute(db);
  await expect(migrate(db)).rejects.toThrow(
    /schema version 1, created by a newer version of Plumb \(0001_other\.sql\)/,
  );
});

test("a score cut to seven digits is corrected", async () => {
  await using database = await createEmptyDatabase();
  const { db } = database;
  await migrate(db, 185);
  await fillTables(db);
  await sql`update test_state set score = 100 * 5 / 11.0, executions = 11`.execute(db);
  await migrate(db);
  expect((await sql`select score from test_state`.execute(db)).rows).toEqual([{ score: 500 / 11 }]);
});

test("places of existing connections stay allowed for the accounts of the server", async () => {
  await using database = await createEmptyDatabase();
  const { db } = database;
  await migrate(db, 400);
  await sql`insert into project (name, type, description) values ('Shop', 'other', '')`.execute(db);
  await sql`
    insert into connector (type, project_id, settings, secrets) values
      ('github', null, '{}', '{}'), ('email', null, '{}', '{}'), ('slack', null, '{}', '{"botToken": "x"}'),
      ('jira', null, '{}', '{}'), ('gitlab', (select max(id) from project), '{}', '{}')
  `.execute(db);
  await sql`
    insert into binding (project_id, offer, connector_type, connector_id, name, settings, secrets, created_by, created_at)
    select (select max(id) from project), b.offer, b.type, c.id, '', b.settings::jsonb, b.secrets::jsonb, 1, now()
      from connector c
      join (values
        ('tracker', 'github', '{"repository": " octo/shop "}', '{}'),
        ('code-host', 'github', '{"repository": "octo/web"}', '{}'),
        ('channel', 'email', '{"addresses": "a@x.test, b@y.test;c@x.test"}', '{}'),
        ('channel', 'slack', '{"channel": "#qa"}', '{}'),
        ('channel', 'slack', '{"channel": "#own"}', '{"webhookUrl": "x"}'),
        ('tracker', 'gitlab', '{"project": "shop/web"}', '{}')
      ) b (offer, type, settings, secrets) on b.type = c.type
  `.execute(db);
  await migrate(db);
  expect((await sql`select type, places from connector order by type`.execute(db)).rows).toEqual([
    { type: "email", places: ["x.test", "y.test"] },
    { type: "github", places: ["octo/shop", "octo/web"] },
    // An own account of a project.
    { type: "gitlab", places: [] },
    { type: "jira", places: [] },
    { type: "slack", places: ["#qa"] },
  ]);
});

test("the lists of tests have their indexes", async () => {
  await using database = await createTestDatabase();
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where tablename in ('test_state', 'test_activity') order by 1
  `.execute(database.db);
  // PostgreSQL drops an index with any column that it includes.
  expect(rows.map(({ name }) => name)).toEqual([
    "test_activity_dirty",
    "test_activity_first_day",
    "test_activity_last_day",
    "test_activity_pkey",
    "test_state_lost_time",
    "test_state_pkey",
    "test_state_since",
    "test_state_slow",
    "test_state_slowing",
    "test_state_unstable",
  ]);
});

test("an upgrade uncounts partly counted runs", async () => {
  await using database = await createEmptyDatabase();
  const { db } = database;
  await migrate(db, 289);
  await fillTables(db);
  await sql`update run set counted_day = null`.execute(db);
  await sql`update result set status = 'passed', superseded_by = null, duration_ms = 2, flaky = false`.execute(db);
  await sql`update counted_run set gone = true, started_at = '2026-01-02T03:04:05Z'`.execute(db);
  await sql`
    update test_day set day = '2026-01-02', passed = 5, failed = 1, skipped = 1, flaky = 1, timed = 5, duration_us = 10000, flaky_us = 3
  `.execute(db);
  await sql`update test_activity set dirty = false`.execute(db);
  await migrate(db);
  const { rows } = await sql`
    select d.passed, d.failed, d.skipped, d.flaky, d.timed, d.duration_us as "durationUs", d.flaky_us as "flakyUs", a.dirty
      from test_day d join test_activity a on a.project_id = d.project_id and a.test_id = d.test_id
  `.execute(db);
  expect(rows).toEqual([
    { passed: 4, failed: 1, skipped: 1, flaky: 1, timed: 4, durationUs: 8000, flakyUs: 3, dirty: true },
  ]);
  expect((await sql`select last_rank, batch from counting_run`.execute(db)).rows).toEqual([
    { last_rank: -1, batch: 0 },
  ]);
});

test("an upgrade keeps waiting webhook deliveries, their ids and the state of their webhooks", async () => {
  await using database = await createEmptyDatabase();
  const { db } = database;
  await migrate(db, 329);
  await fillTables(db);
  await sql`delete from job`.execute(db);
  await sql`
    insert into job (kind, project_id, target, key, data, state, created_at, due_at)
    values ('deliver-webhook', 1, '1', '1', '{"webhookId": 1}', 'queued', now(), now())
  `.execute(db);
  await sql`update webhook set url = 'https://hooks.example.test/secret?key=1', last_attempt_passed = true`.execute(db);
  await sql`update webhook_delivery set status = 'pending', event = 'run.failed', run_id = 7, judgement = 3`.execute(
    db,
  );
  await migrate(db);
  expect((await sql`select id, kind, target_id, key, status from outbox_delivery`.execute(db)).rows).toEqual([
    { id: 1, kind: "webhook", target_id: 1, key: "run.failed:7:3", status: "pending" },
  ]);
  expect((await sql`select name, state, last_attempt_passed from outbox_destination`.execute(db)).rows).toEqual([
    { name: "https://hooks.example.test", state: "open", last_attempt_passed: true },
  ]);
  expect((await sql`select kind, target, key, data from job where kind like '%deliver%'`.execute(db)).rows).toEqual([
    { kind: "send-deliveries", target: "webhook 1", key: "webhook 1", data: { kind: "webhook", targetId: 1 } },
  ]);
});

test("an upgrade counts the files that each project stores", async () => {
  await using database = await createEmptyDatabase();
  const { db } = database;
  await migrate(db, 249);
  await fillTables(db);
  await sql`update artifact set blob_hash = ${"a".repeat(64)}, size = 70`.execute(db);
  await sql`update annotation_attachment set blob_hash = ${"b".repeat(64)}, size = 5`.execute(db);
  await sql`update released_blob set hash = ${"c".repeat(64)}`.execute(db);
  await migrate(db);
  const { rows } = await sql`select used_bytes, limit_bytes from project_storage`.execute(db);
  expect(rows).toEqual([{ used_bytes: 75, limit_bytes: null }]);
  expect((await sql`select bytes from stored_blob order by hash`.execute(db)).rows).toEqual([
    { bytes: 70 },
    { bytes: 5 },
    { bytes: 0 },
  ]);
});

/** New names of tables. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "0330_outbox.sql": { webhook_delivery: "outbox_delivery" },
};

test("each migration keeps existing data", async () => {
  await using database = await createEmptyDatabase();
  const { db } = database;
  for (const { version, file } of migrations()) {
    await fillEmptyTables(db);
    const before = await countTables(db);
    await migrate(db, version);
    const after = await countTables(db);
    // Excluded because migrations may queue jobs.
    before.delete("job");
    for (const [table, rows] of before) {
      expect([file, table, rows]).not.toEqual([file, table, 0]);
      expect([file, table, after.get(renamed[file]?.[table] ?? table)]).toEqual([file, table, rows]);
    }
  }
});
