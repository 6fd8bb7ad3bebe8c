import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { reserveIds } from "#store/backup/load-project.ts";
import { exportedTables, meaningOf, notExported } from "#store/backup/project-columns.ts";
import { migrate } from "#store/migrate.ts";
import { call, send, type TestApp } from "#testing/app.ts";
import { emptyServer, temporaryFolder } from "#testing/backups.ts";
import { readRows, rowsOf, runStatement } from "#testing/database.ts";
import {
  createOther,
  createSource,
  exportTo,
  fillOtherTables,
  importFrom,
  type MovedSource,
  projectRows,
} from "#testing/moved-projects.ts";
import { playwright } from "#testing/reports.ts";
import { isNumber, jsonColumns } from "./map-row.ts";

/** Returns what the ids of each table differ by, from their lowest ids. */
async function differences(source: MovedSource, other: TestApp, projectId: number): Promise<Map<string, number>> {
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
    const hashes = new Set(before.map((row) => row["key_hash"]));
    for (const key of name === "api_key" ? after : [])
      if (key["revoked_at"] !== null && !hashes.has(key["key_hash"]))
        [key["key_hash"], key["revoked_at"]] = ["random", "now"];
    expect({ name, rows: after.map((row) => JSON.stringify(row)).toSorted() }).toEqual({
      name,
      rows: before.map(convert).toSorted(),
    });
    expect({ name, isEmpty: before.length === 0 }).toEqual({ name, isEmpty: false });
    compared += after.length;
  }
  expect(compared).toBe(exported.rows);
  // The other project of this server is unchanged.
  for (const { name } of tables) {
    const isOther = (row: unknown) =>
      (row as Record<string, unknown>)[name === "project" ? "id" : "project_id"] !== projectId;
    expect({ name, rows: (await rowsOf(other.context.db, name)).filter(isOther) }).toEqual({
      name,
      rows: own.get(name),
    });
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
        // Only active accounts are members.
        .filter(([name]) => name !== "member")
        .map(([name, each]) => [name, withoutIds(each, name)]),
    );
  if (/(ids?|assigned_to|created_by)$/i.test(key) && (typeof value === "number" || /^\d+$/.test(String(value))))
    return "id";
  return value;
}

async function read(app: TestApp, as: string, path: string): Promise<unknown> {
  const { status, body } = await call(app, "GET", path, { token: as });
  expect({ path, status }).toEqual({ path, status: 200 });
  return withoutIds(body);
}

/** Returns the addresses that pages read. */
function pages(id: number): string[] {
  return [
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
  const mine = pages(source.projectId);
  for (const [index, path] of pages(projectId).entries())
    expect({ path, page: await read(other, token, path) }).toEqual({
      path,
      page: await read(plumb, source.token, mine[index] ?? ""),
    });
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
