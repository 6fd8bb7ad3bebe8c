import { globSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { reserveIds, reserveProject } from "#store/backup/load-project.ts";
import { migrate } from "#store/migrate.ts";
import { exportedTables, meaningOf, notExported } from "#store/backup/project-columns.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { emptyServer, temporaryFolder } from "#testing/backups.ts";
import { countRows, readRows, rowsOf, runStatement } from "#testing/database.ts";
import { fillTables } from "#testing/fill-tables.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";
import { exportTo, importFrom, projectRows } from "#testing/moved-projects.ts";
import { type Person, seedPerson } from "#testing/people.ts";
import { playwright } from "#testing/reports.ts";
import { isKnownJson, isNumber, jsonColumns } from "./map-row.ts";

interface Source {
  readonly plumb: TestApp;
  readonly token: string;
  readonly key: string;
  readonly projectId: number;
  readonly ada: Person;
  readonly ben: Person;
}

/** Creates a project with runs, files, causes, decisions, items and a live run, and a row in every other table. */
async function createSource(): Promise<Source> {
  const plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const ada = await seedPerson(plumb, "ada", { projectId, projectRole: "LEAD" });
  const ben = await seedPerson(plumb, "ben", { projectId, projectRole: "USER" });
  for (let build = 1; build <= 3; build++) {
    const attachments = [{ name: "screen.txt", contentType: "text/plain", path: "/ci/screen.txt" }];
    const report = playwright([
      { title: "adds", attempts: build === 2 ? ["passed"] : ["failed"], attachments },
      { title: "pays", attempts: ["failed", "passed"] },
      { title: String.raw`tab\ttab \N "quoted"`, attempts: ["passed"] },
    ]);
    const files = { "report.json": report, "screen.txt": `screenshot ${build}` };
    const { status } = await send(plumb, key, files, { suite: "web", build: String(build), branch: "main" });
    expect(status).toBe(200);
    plumb.time.now = new Date(plumb.time.now.getTime() + 3_600_000);
    await runJobs(plumb.context);
  }
  const api = async (method: "POST" | "PUT", path: string, body: object, as = ada.token) => {
    const response = await call<{ data: { id: number } }>(plumb, method, path, { token: as, body });
    expect(response.status, `${path}: ${JSON.stringify(response.body)}`).toBe(200);
    return response.body.data;
  };
  const groups = await readRows<{ id: number }>(plumb.context.db, "select id from failure_group order by id");
  const group = groups[0]?.id ?? 0;
  const reclassify = `/api/analysis/projects/${projectId}/reclassify`;
  await api("POST", reclassify, { groupIds: [group], primaryClass: "Application Defect" });
  await api("POST", reclassify, { groupIds: [group], primaryClass: "Environment Issue" });
  const item = await api("POST", `/api/annotations/projects/${projectId}/annotations`, {
    title: "Checkout is slow",
    message: "See the screenshot",
    assignedTo: ben.id,
    groupId: group,
  });
  await api("POST", `/api/annotations/annotations/${item.id}/comments`, { body: "I look at it" }, ben.token);
  const view = { name: "Mine", search: { assignee: ben.id, group }, shared: true };
  await api("POST", `/api/annotations/projects/${projectId}/filters`, view);
  const live = await openLive(plumb, key);
  await live.batch([testEvent("t1", "passed"), testEvent("t2", "running")]);
  await runJobs(plumb.context);
  return { plumb, token, key, projectId, ada, ben };
}

/** Adds a row to every table of the project that has none, because the test does not use its feature. */
async function fillOtherTables({ plumb, projectId, ada }: Source): Promise<void> {
  const { db } = plumb.context;
  const empty: string[] = [];
  for (const { name } of await exportedTables(db)) if ((await countRows(db, name)) === 0) empty.push(name);
  await fillTables(db, { text: "filled", projectId, tables: empty });
  const keys = await readRows<{ table: string; column: string; parent: string }>(
    db,
    `select c.relname as table, a.attname as column, f.relname as parent
       from pg_constraint k
       join pg_class c on c.oid = k.conrelid
       join pg_class f on f.oid = k.confrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey) and a.attname <> 'project_id'
      where k.contype = 'f' and c.relname = any('{${empty.join(",")}}')`,
  );
  for (const { table, column, parent } of keys) {
    const id = parent === "user_account" ? ada.id : `(select max(id) from ${parent} where project_id = ${projectId})`;
    await runStatement(db, `update ${table} set ${column} = ${id}`);
  }
  await runStatement(
    db,
    "update annotation_attachment set blob_hash = (select max(blob_hash) from artifact where blob_hash is not null)",
  );
}

/** Creates a server with rows of its own, so that no id is the same, on which Ben has an account. */
async function createOther() {
  const plumb = await createTestApp();
  const { token, key } = await seedProject(plumb, "Other");
  for (let build = 1; build <= 2; build++)
    await send(
      plumb,
      key,
      { "r.json": playwright([{ title: "own", attempts: ["failed"] }]) },
      { build: String(build) },
    );
  const ben = await seedPerson(plumb, "ben");
  // Another person has this user name.
  await runStatement(
    plumb.context.db,
    "insert into user_account (username, email, role) values ('ada@example.test', 'other@example.test', 'USER')",
  );
  await runJobs(plumb.context);
  await runStatement(
    plumb.context.db,
    "select setval(format('%I', sequencename)::regclass, coalesce(last_value, 0) + 1000) from pg_sequences where schemaname = 'public'",
  );
  return { plumb, token, ben };
}

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

/** Returns what the ids of each table differ by, from their lowest ids. */
async function differences(source: Source, other: TestApp, projectId: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { name, columns } of await exportedTables(source.plumb.context.db)) {
    if (!columns.some((column) => column.name === "id") || name === "project") continue;
    const least = async ({ context }: TestApp, id: number) =>
      (
        await readRows<{ id: number }>(context.db, `select min(id)::bigint as id from ${name} where project_id = ${id}`)
      )[0]?.id ?? 0;
    found.set(name, (await least(other, projectId)) - (await least(source.plumb, source.projectId)));
  }
  return found;
}

test("an imported project has the same rows in every table, with other ids and people", async () => {
  const source = await createSource();
  await using plumb = source.plumb;
  await fillOtherTables(source);
  const { plumb: other } = await createOther();
  await using _other = other;
  using target = temporaryFolder();
  const tables = await exportedTables(plumb.context.db);
  const own = new Map<string, unknown[]>();
  for (const { name } of tables) own.set(name, await rowsOf(other.context.db, name));
  const exported = await exportTo(source.plumb, target.path);
  const imported = await importFrom(other, target.path);
  expect(imported).toMatchObject({ name: "Shop", rows: exported.rows, blobs: 3, accountsCreated: 1, lost: 0 });

  const { projectId } = imported;
  const people = new Map<unknown, unknown>();
  for (const { id, email } of await readRows<{ id: number; email: string }>(
    plumb.context.db,
    "select id, email from user_account",
  )) {
    const [same] = await readRows<{ id: number }>(
      other.context.db,
      `select id from user_account where email = '${email}'`,
    );
    if (same !== undefined) people.set(id, same.id);
  }
  const added = await differences(source, other, projectId);
  expect([...added].filter(([, difference]) => difference <= 0)).toEqual([]);
  const mapId = (table: string, id: number) => {
    if (table === "project") return projectId;
    if (table !== "user_account") return id + (added.get(table) ?? 0);
    return people.get(id) as number;
  };
  let compared = 0;
  for (const { name, columns } of tables) {
    const convert = (row: Record<string, unknown>) => {
      const mapped = { ...row };
      for (const { name: column, type } of columns) {
        const value = row[column];
        if (value === null) continue;
        const meaning = isNumber(type) ? meaningOf(name, column) : undefined;
        if (meaning === "process") mapped[column] = 0;
        if (meaning === "connection") mapped[column] = null;
        if (typeof meaning === "object")
          mapped[column] = Array.isArray(value)
            ? value.map((id) => mapId(meaning.idOf, id as number))
            : mapId(meaning.idOf, value as number);
        const json = jsonColumns[`${name}.${column}`];
        if (json !== undefined) mapped[column] = json(mapId, value);
      }
      if (name === "failure_group" && row["decided_by"] === "person")
        mapped["decided_name"] = String(mapId("decision", Number(row["decided_name"])));
      if (name === "api_key") [mapped["key_hash"], mapped["revoked_at"]] = ["random", "now"];
      return JSON.stringify(mapped);
    };
    const before = await projectRows(plumb.context.db, name, source.projectId);
    const after = await projectRows(other.context.db, name, projectId);
    if (name === "api_key")
      for (const key of after) {
        expect(key["revoked_at"]).not.toBeNull();
        expect(before.map((row) => row["key_hash"])).not.toContain(key["key_hash"]);
        [key["key_hash"], key["revoked_at"]] = ["random", "now"];
      }
    expect(after.map((row) => JSON.stringify(row)).toSorted(), name).toEqual(before.map(convert).toSorted());
    expect(before.length, name).toBeGreaterThan(0);
    compared += after.length;
  }
  expect(compared).toBe(exported.rows);
  // The other project of this server is unchanged.
  for (const { name } of tables) {
    const isOther = (row: unknown) =>
      (row as Record<string, unknown>)[name === "project" ? "id" : "project_id"] !== projectId;
    expect((await rowsOf(other.context.db, name)).filter(isOther), name).toEqual(own.get(name));
  }
});

test("files are the same by hash, and deleted with the project", async () => {
  const source = await createSource();
  await using plumb = source.plumb;
  const { plumb: other } = await createOther();
  await using _other = other;
  using target = temporaryFolder();
  await exportTo(plumb, target.path);
  const { projectId } = await importFrom(other, target.path);
  const list = await plumb.context.blobs.list(source.projectId, "", 100);
  expect(list.blobs).toHaveLength(3);
  for (const { hash } of list.blobs) {
    const stored = await other.context.blobs.open(projectId, hash);
    const sha256 = createHash("sha256");
    for await (const chunk of stored?.stream ?? []) sha256.update(chunk as Buffer);
    expect(sha256.digest("hex")).toBe(hash);
  }
});

/** Replaces ids, which differ on the other server. */
function withoutIds(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutIds(one, key));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        // An account that is not active is no member.
        .filter(([name]) => name !== "member")
        .map(([name, each]) => [name, withoutIds(each, name)]),
    );
  if (/(ids?|assigned_to|created_by)$/i.test(key) && (typeof value === "number" || /^\d+$/.test(String(value))))
    return "id";
  return value;
}

test("pages show the same on the other server", async () => {
  const source = await createSource();
  await using plumb = source.plumb;
  const { plumb: other, token } = await createOther();
  await using _other = other;
  using target = temporaryFolder();
  await exportTo(plumb, target.path);
  other.time.now = plumb.time.now;
  const { projectId } = await importFrom(other, target.path);
  const read = async (app: TestApp, as: string, path: string) => {
    const { status, body } = await call(app, "GET", path, { token: as });
    expect(status, path).toBe(200);
    return withoutIds(body);
  };
  const pages = (id: number) => [
    `/api/projects/${id}/dashboard`,
    `/api/projects/${id}/tests`,
    `/api/projects/${id}/storage`,
    `/api/projects/${id}/quarantine`,
    `/api/reports?projectId=${id}`,
    `/api/analysis/projects/${id}/summary`,
    `/api/analysis/projects/${id}/groups`,
    `/api/analysis/projects/${id}/test-cases`,
    `/api/analysis/projects/${id}/incidents`,
    `/api/annotations/projects/${id}/annotations`,
    `/api/annotations/projects/${id}/summary`,
  ];
  const mine = pages(source.projectId);
  for (const [index, path] of pages(projectId).entries())
    expect(await read(other, token, path), path).toEqual(await read(plumb, source.token, mine[index] ?? ""));
  const [run] = await readRows<{ id: number }>(
    other.context.db,
    `select max(run_id) as id from artifact where project_id = ${projectId} and blob_hash is not null`,
  );
  const { body } = await call<{ data: { id: number }[] }>(other, "GET", `/api/reports/${run?.id}/results`, { token });
  expect(body.data).toHaveLength(3);
  // The project continues here.
  const key = await call<{ data: { key: string } }>(other, "POST", `/api/projects/${projectId}/api-keys`, {
    token,
    body: { name: "CI" },
  });
  const sent = await send(
    other,
    key.body.data.key,
    { "r.json": playwright([{ title: "adds", attempts: ["failed"] }]) },
    { suite: "web", build: "4", branch: "main" },
  );
  expect(sent.body.data).toMatchObject({ failed: 1 });
  await runJobs(other.context);
  expect(await readRows(other.context.db, "select id from job where state = 'failed'")).toEqual([]);
});

test("people without an account here cannot sign in, and keep their name", async () => {
  const source = await createSource();
  await using plumb = source.plumb;
  const { plumb: other, ben } = await createOther();
  await using _other = other;
  using target = temporaryFolder();
  await runStatement(
    plumb.context.db,
    "update user_account set display_name = 'Ada L.', role = 'ADMIN' where email = 'ada@example.test'",
  );
  await exportTo(plumb, target.path);
  const { projectId } = await importFrom(other, target.path);
  const accounts = await readRows<object>(
    other.context.db,
    "select username, display_name, role, status, password_hash from user_account where email = 'ada@example.test'",
  );
  expect(accounts).toMatchObject([
    { display_name: "Ada L.", role: "USER", status: "deactivated", password_hash: null },
  ]);
  expect(accounts).not.toMatchObject([{ username: "ada@example.test" }]);
  const items = await projectRows(other.context.db, "annotation", projectId);
  expect(items).toMatchObject([{ assigned_to: ben.id }]);
  const audit = await readRows(
    other.context.db,
    "select action, project_id::integer as project, detail from audit_event where action = 'project.imported'",
  );
  expect(audit).toEqual([
    { action: "project.imported", project: projectId, detail: { from: "Shop", accountsCreated: 1 } },
  ]);
});

test("no secret is exported", async () => {
  const source = await createSource();
  await using plumb = source.plumb;
  using target = temporaryFolder();
  await exportTo(plumb, target.path);
  const files = globSync("**/*", { cwd: target.path });
  expect(files).toContain(join("tables", "run.gz"));
  for (const table of notExported.keys()) expect(files).not.toContain(join("tables", `${table}.gz`));
  const [key] = await readRows<{ hash: string }>(
    plumb.context.db,
    "select encode(key_hash, 'hex') as hash from api_key",
  );
  for (const file of files.filter((name) => name.endsWith(".gz"))) {
    const content = gunzipSync(readFileSync(join(target.path, file))).toString();
    expect(content).not.toContain(key?.hash ?? "?");
    expect(content).not.toContain(source.key);
  }
});

test("a taken name is refused, and another one can be chosen", async () => {
  const source = await createSource();
  await using plumb = source.plumb;
  using target = temporaryFolder();
  await exportTo(plumb, target.path);
  await expect(importFrom(plumb, target.path)).rejects.toThrow(
    "already has a project “Shop”. Choose another name with --name. Nothing was changed.",
  );
  const copy = await importFrom(plumb, target.path, "Copy of Shop");
  expect(copy.accountsCreated).toBe(0);
  const again = await importFrom(plumb, target.path, "Second copy");
  expect(again.projectId).not.toBe(copy.projectId);
  expect(await projectRows(plumb.context.db, "result", again.projectId)).toHaveLength(
    (await projectRows(plumb.context.db, "result", source.projectId)).length,
  );
});

test("a server whose import was killed deletes the files and the hidden project", async () => {
  const { plumb } = await createOther();
  await using _plumb = plumb;
  const { blobs, db } = plumb.context;
  const { token } = await seedPerson(plumb, "root", { role: "ADMIN" });
  const before = await remains(plumb);
  {
    await using reserved = await reserveProject(db, "Killed");
    await blobs.putBytes(reserved.id, "f".repeat(64), Buffer.from("copied"));
  }
  const { body } = await call<{ data: { name: string }[] }>(plumb, "GET", "/api/projects", {
    token,
  });
  expect(body.data.map(({ name }) => name)).toEqual(["Other"]);
  plumb.time.now = new Date(Date.now() + 60_000);
  await runJobs(plumb.context);
  expect((await blobs.projects()).length).toBe(1);
  plumb.time.now = new Date(Date.now() + 11 * 60_000);
  await runJobs(plumb.context);
  expect(await remains(plumb)).toEqual(before);
});

test("ids that are reserved while others insert rows belong to one of them", async () => {
  const { plumb } = await createOther();
  await using _plumb = plumb;
  const { db } = plumb.context;
  const next = async () => (await readRows<{ id: number }>(db, "select nextval('run_id_seq') as id"))[0]?.id ?? 0;
  const used: number[] = [];
  const users = [1, 2, 3].map(async () => {
    for (let round = 0; round < 60; round++) used.push(await next());
  });
  const sequence = [{ table: "run", column: "id", value: 500 }];
  const added = await Promise.all([1, 2].map(() => reserveIds(db, sequence)));
  await Promise.all(users);
  used.push(await next());
  const ranges = added.map((map) => map.get("run") ?? 0);
  for (const first of ranges) expect(used.filter((id) => id > first && id <= first + 500)).toEqual([]);
  expect(Math.abs((ranges[0] ?? 0) - (ranges[1] ?? 0))).toBeGreaterThanOrEqual(500);
});

/** Changes the manifest as another version of Plumb would have written it. */
function rewriteManifest(folder: string, change: (manifest: Record<string, unknown>) => void): void {
  const path = join(folder, "manifest.json");
  const { content } = JSON.parse(readFileSync(path, "utf8")) as { content: string };
  const manifest = JSON.parse(content) as Record<string, unknown>;
  change(manifest);
  const changed = JSON.stringify(manifest);
  writeFileSync(path, JSON.stringify({ sha256: createHash("sha256").update(changed).digest("hex"), content: changed }));
}

test("a project of another version is refused", async () => {
  const source = await createSource();
  await using plumb = source.plumb;
  using target = temporaryFolder();
  await exportTo(plumb, target.path);
  const before = await remains(plumb);
  const imported = () => importFrom(plumb, target.path, "Copy");
  let migrations: string[] = [];
  rewriteManifest(target.path, (manifest) => {
    migrations = manifest["migrations"] as string[];
    manifest["migrations"] = [...migrations, "9999_future.sql"];
  });
  await expect(imported()).rejects.toThrow(
    /newer version of Plumb \(9999_future\.sql\)\. Upgrade this server first\. Nothing was changed\./,
  );
  rewriteManifest(target.path, (manifest) => (manifest["migrations"] = migrations.slice(0, -1)));
  await expect(imported()).rejects.toThrow(/older version of Plumb.*Upgrade that server, and export it again/);
  rewriteManifest(target.path, (manifest) => Object.assign(manifest, { migrations, format: 2 }));
  await expect(imported()).rejects.toThrow(/newer version of Plumb/);
  rewriteManifest(target.path, (manifest) => {
    manifest["format"] = 1;
    const tables = manifest["tables"] as { name: string; rows: number }[];
    for (const table of tables) if (table.name === "result") table.rows += 1;
  });
  await expect(imported()).rejects.toThrow(/The table result has \d+ rows in the export/);
  expect(await remains(plumb)).toEqual(before);
});

test("a server without accounts is refused, because the first account becomes its administrator", async () => {
  const source = await createSource();
  await using plumb = source.plumb;
  await using other = await createTestApp();
  using target = temporaryFolder();
  await exportTo(plumb, target.path);
  await expect(importFrom(other, target.path)).rejects.toThrow(/no account yet.*create the administrator/);
});

test("a folder with content and an unknown project are refused", async () => {
  const source = await createSource();
  await using plumb = source.plumb;
  using target = temporaryFolder();
  await expect(exportTo(plumb, target.path, "Nothing")).rejects.toThrow("There is no project “Nothing”.");
  expect(globSync("**/*", { cwd: target.path })).toEqual([]);
  await exportTo(plumb, target.path, String(source.projectId));
  await expect(exportTo(plumb, target.path)).rejects.toThrow("is not empty. Choose a new folder");
  using empty = temporaryFolder();
  await expect(importFrom(plumb, empty.path)).rejects.toThrow("contains no exported project");
});

test.skipIf(inject("databaseTemplate").kind === "embedded")(
  "a project of PostgreSQL is imported into the embedded database, and back",
  async () => {
    const source = await createSource();
    await using plumb = source.plumb;
    using target = temporaryFolder();
    using second = temporaryFolder();
    const exported = await exportTo(plumb, target.path);
    await using embedded = await emptyServer("embedded");
    await migrate(embedded.db);
    await runStatement(
      embedded.db,
      "insert into user_account (username, email, role) values ('root', 'root@example.test', 'ADMIN')",
    );
    const there = await importFrom({ context: embedded }, target.path);
    expect(there).toMatchObject({ rows: exported.rows, blobs: 3, accountsCreated: 3 });
    await exportTo({ context: embedded }, second.path);
    const back = await importFrom(plumb, second.path, "Back");
    expect(back).toMatchObject({ rows: exported.rows, accountsCreated: 0 });
    for (const table of ["annotation", "failure_signature", "result_detail"])
      expect((await projectRows(plumb.context.db, table, back.projectId)).length).toBe(
        (await projectRows(plumb.context.db, table, source.projectId)).length,
      );
  },
);

/** What is left of a failed import. */
async function remains({ context }: TestApp): Promise<unknown> {
  return {
    projects: (await readRows<{ name: string }>(context.db, "select name from project order by id")).map(
      ({ name }) => name,
    ),
    files: (await context.blobs.projects()).length,
    jobs: await readRows(context.db, "select key from job where kind = 'delete-project'"),
    accounts: await countRows(context.db, "user_account"),
  };
}

const damages: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
  [
    "a truncated table",
    (folder) => truncateSync(join(folder, "tables/run.gz"), 30),
    /damaged: tables\/run\.gz ends after 30/,
  ],
  ["a damaged manifest", (folder) => writeFileSync(join(folder, "manifest.json"), "{}"), /damaged: manifest\.json/],
  [
    "a changed file",
    (folder) => writeFileSync(join(folder, globSync("blobs/*/*/*", { cwd: folder })[0] ?? ""), "changed content"),
    /damaged: the file blobs\/\S+ is damaged/,
  ],
];

test.for(damages)("%s is refused, and nothing remains", async ([, damage, message]) => {
  const source = await createSource();
  await using plumb = source.plumb;
  const { plumb: other } = await createOther();
  await using _other = other;
  using target = temporaryFolder();
  await exportTo(plumb, target.path);
  const before = await remains(other);
  damage(target.path);
  await expect(importFrom(other, target.path)).rejects.toThrow(message);
  expect(await remains(other)).toEqual(before);
});
