import { sql } from "kysely";
import { expect } from "vitest";
import { openBackupTarget } from "#backup/backup-target.ts";
import { exportProject, type ExportReport } from "#backup/project/export-project.ts";
import { importProject, type ImportReport } from "#backup/project/import-project.ts";
import { isNumber } from "#backup/project/map-row.ts";
import type { BlobStore } from "#core/blob-store.ts";
import { runJobs } from "#jobs/engine.ts";
import { exportedTables, meaningOf } from "#store/backup/project-columns.ts";
import type { Db } from "#store/db.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "./app.ts";
import { countRows, readRows, runStatement } from "./database.ts";
import { fillTables } from "./fill-tables.ts";
import { testEvent } from "./live-events.ts";
import { openLive } from "./live-run.ts";
import { type Person, seedPerson } from "./people.ts";
import { playwright } from "./reports.ts";

export interface MovedSource {
  readonly plumb: TestApp;
  readonly token: string;
  readonly key: string;
  readonly projectId: number;
  readonly ada: Person;
  readonly ben: Person;
}

/** Creates a project with runs, files, causes, decisions, items and a live run, and a row in every other table. */
export async function createSource(): Promise<MovedSource> {
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
    expect({ path, ...response }).toMatchObject({ status: 200 });
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
export async function fillOtherTables({ plumb, projectId, ada }: MovedSource): Promise<void> {
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
  // Some columns refer to accounts without a key, because they outlive them.
  for (const { name, columns } of await exportedTables(db)) {
    const ofPeople = columns.filter(({ name: column, type }) => {
      const meaning = isNumber(type) ? meaningOf(name, column) : undefined;
      return typeof meaning === "object" && meaning.idOf === "user_account" && !type.endsWith("[]");
    });
    if (empty.includes(name))
      for (const column of ofPeople) await runStatement(db, `update ${name} set ${column.name} = ${ada.id}`);
  }
  await runStatement(
    db,
    "update annotation_attachment set blob_hash = (select max(blob_hash) from artifact where blob_hash is not null)",
  );
}

/** Creates a server whose ids differ in every table. Ben has an account there. */
export async function createOther() {
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

interface Server {
  readonly context: { readonly db: Db; readonly blobs: BlobStore };
}

export function exportTo({ context: { db, blobs } }: Server, target: string, project = "Shop"): Promise<ExportReport> {
  return exportProject({
    db,
    openForBackup: async () => ({ db, [Symbol.asyncDispose]: async () => undefined }),
    blobs,
    target: openBackupTarget(target),
    version: "0.0.0-test",
    project,
    now: new Date(),
  });
}

export function importFrom(
  { context: { db, blobs } }: Server,
  target: string,
  name: string | null = null,
): Promise<ImportReport> {
  return importProject({ db, blobs, target: openBackupTarget(target), name });
}

/** Returns the rows of a project in a table as JSON, in the order of their ids or content. */
export async function projectRows(db: Db, table: string, projectId: number): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.table(table)} t
     where ${sql.ref(table === "project" ? "id" : "project_id")} = ${projectId}
  `.execute(db);
  return rows.map(({ row }) => row);
}
