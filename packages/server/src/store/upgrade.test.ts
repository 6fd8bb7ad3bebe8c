import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Db, openDatabase } from "./db.ts";
import { migrate, migrations } from "./migrate.ts";
import { createEmptyDatabase, readRows } from "#testing/database.ts";
import { countTables } from "#testing/fill-tables.ts";
import { createServerHome, type ServerProcess } from "#testing/process.ts";
import { readRelease, restoreRelease } from "#testing/recorded-release.ts";
import { createKeyAt, signInAt } from "#testing/remote.ts";
import { junit } from "#testing/reports.ts";

const release = readRelease("0.1.0");

/** Last migration of release 0.2.0. Servers of later releases work with the schema of the next one (docs/upgrading.md). */
const lastOfFirstRollingRelease = 482;

/** Returns all columns, constraints and indexes as text. */
async function schemaOf(db: Db): Promise<string[]> {
  const rows = await readRows<{ part: string }>(
    db,
    `select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as part
       from information_schema.columns where table_schema = 'public'
      union all
     select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
      union all
     select indexdef from pg_indexes where schemaname = 'public'`,
  );
  return rows.map(({ part }) => part).toSorted((a, b) => (a < b ? -1 : 1));
}

test("a database of release 0.1.0 gets the schema of a new one, and keeps its rows", async () => {
  await using upgraded = await createEmptyDatabase();
  await restoreRelease(upgraded.db, release);
  const {
    webhook_delivery: deliveries = 0,
    job: jobs = 0,
    ...before
  } = Object.fromEntries(await countTables(upgraded.db));
  await migrate(upgraded.db);
  await using fresh = await createEmptyDatabase();
  await migrate(fresh.db);
  expect(await schemaOf(upgraded.db)).toEqual(await schemaOf(fresh.db));

  const after = Object.fromEntries(await countTables(upgraded.db));
  expect(before).toMatchObject({ project: 2, run: 12, result: 48, annotation: 2, webhook: 2 });
  expect(Object.fromEntries(Object.keys(before).map((table) => [table, after[table]]))).toEqual(before);
  // Migrations queue jobs that compute what earlier releases did not store.
  expect(after["job"]).toBeGreaterThanOrEqual(jobs);
  expect(deliveries).toBeGreaterThan(0);
  expect(after["outbox_delivery"]).toBe(deliveries);
});

test("a server that starts with the database of release 0.1.0 shows its reports and takes new ones", async () => {
  await using home = await createServerHome("none");
  {
    await using database = await openDatabase({ url: home.databaseUrl ?? undefined, folder: home.dataDir });
    await restoreRelease(database.db, release);
  }
  const server = await home.start({ PLUMB_SECRET: "the secret of the recording" });
  const token = await signInAt(server);
  const reports = async () => {
    const { data } = await readJson<{ data: { build: string; status: string }[] }>(
      server,
      "/api/reports?projectId=1",
      token,
    );
    return data.map(({ build, status }) => `${build} ${status}`);
  };
  const old = ["6 failed", "5 failed", "4 failed", "3 completed", "2 failed", "1 completed"];
  expect(await reports()).toEqual(old);
  const results = await readJson<{ data: { status: string }[] }>(server, "/api/reports/6/results?status=failed", token);
  expect(results.data).toHaveLength(2);
  await upload(server, await createKeyAt(server, token, 1), "7");
  expect(await reports()).toEqual(["7 completed", ...old]);
  expect(await server.stop()).toBe(0);
});

async function readJson<Body>({ url }: ServerProcess, path: string, token: string): Promise<Body> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as Body;
}

async function upload({ url }: ServerProcess, key: string, build: string): Promise<void> {
  const response = await fetch(`${url}/api/ingest/uploads?filename=a.xml&suite=web&build=${build}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: junit([["basket", "adds"]]),
  });
  expect(response.status).toBe(200);
}

/** Statements that can break a server of the previous release (docs/decisions/0053-upgrades.md). */
const breaking = [
  [/\bdrop\s+(?:table|column|view|type|function|sequence|schema)\b/i, "drops something"],
  [/\brename\b/i, "renames something"],
  [/\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/i, "changes the type of a column"],
  [/\balter\s+column\s+\w+\s+(?:set\s+not\s+null|drop\s+default)\b/i, "makes a column necessary"],
  [/\badd\s+(?:constraint|check|unique|foreign\s+key|primary\s+key)\b/i, "adds a constraint"],
  [/\bcreate\s+unique\s+index\b/i, "adds a constraint"],
] as const;

/** Returns the reasons why a previous release could fail on the schema that this migration leaves. */
function obstaclesIn(text: string): string[] {
  const statements = text.replaceAll(/--.*$/gm, "").split(";");
  const created = new Set([...text.matchAll(/\bcreate\s+table\s+(\w+)/gi)].map(([, name]) => name));
  return statements.flatMap((statement) => {
    const table = /\b(?:alter\s+table|\bon)\s+(\w+)/i.exec(statement)?.[1];
    // The previous release does not use a new table.
    if (/^\s*create\s+table\b/i.test(statement) || created.has(table)) return [];
    const necessary = [...statement.matchAll(/\badd\s+column\s+(\w+)([^,]*)/gi)].filter(
      ([, , rest = ""]) => /\bnot\s+null\b/i.test(rest) && !/\b(?:default|generated)\b/i.test(rest),
    );
    return [
      ...necessary.map(([, name]) => `adds the column ${name} without a default`),
      ...breaking.flatMap(([pattern, reason]) => (pattern.test(statement) ? [reason] : [])),
    ];
  });
}

test("migrations since release 0.2.0 only expand the schema, so that servers of the previous release keep working", () => {
  const folder = new URL("../../migrations/", import.meta.url);
  const later = migrations().filter(({ version }) => version > lastOfFirstRollingRelease);
  expect(later.length).toBeGreaterThan(0);
  const obstacles = later.map(({ file }) => [file, obstaclesIn(readFileSync(new URL(file, folder), "utf8"))]);
  expect(obstacles).toEqual(later.map(({ file }) => [file, []]));
});

test.for([
  ["alter table run drop column suite", "drops something"],
  ["drop table run", "drops something"],
  ["alter table run rename column suite to name", "renames something"],
  ["alter table run rename to build", "renames something"],
  ["alter table run alter column total type text", "changes the type of a column"],
  ["alter table run alter column total set not null", "makes a column necessary"],
  ["alter table run add column a int, add column b int not null", "adds the column b without a default"],
  ["alter table run add constraint c check (total > 0)", "adds a constraint"],
  ["create unique index run_build on run (project_id, build)", "adds a constraint"],
  ["-- drop table run\nalter table run add column a int not null default 0", null],
  ["create table note (id bigint not null); create unique index note_id on note (id)", null],
  ["create index run_build on run (project_id, build)", null],
] as const)("%s: %s", ([statement, reason]) => {
  expect(obstaclesIn(statement)).toEqual(reason === null ? [] : [reason]);
});
