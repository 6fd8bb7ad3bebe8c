import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { fileBlobs } from "../../packages/server/src/files/blobs/file-blobs.ts";
import { createLog } from "../../packages/server/src/core/log.ts";
import { createBus } from "../../packages/server/src/core/bus.ts";
import { retentionRound } from "../../packages/server/src/runs/retention.ts";
import { type Db, openDatabase } from "../../packages/server/src/store/db.ts";
import { benchPostgres, databasesFor } from "../harness/databases.ts";
import type { Metric } from "../harness/metric.ts";
import type { Program } from "../harness/program.ts";
import { newProjectIn } from "../harness/server.ts";
import { timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

const retainedEach = 100;
const testsEach = 20;
const now = new Date();
const hourMs = 3_600_000;

/** Tables with rows that belong to a report. */
const tables = ["upload", "result", "result_detail", "artifact", "problem", "run_output", "export", "released_blob"];

/** Runs the automatic cleanup once, and compares the remaining rows and files with the expected ones. */
export const retention: Program = {
  name: "retention",
  summary: "automatic cleanup of 10,000 old reports, and what it leaves behind, on both databases",
  async run({ quick, log: report }) {
    const count = quick ? 200 : 10_000;
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "embedded")) {
      report(`${count} reports, ${kind}`);
      const folder = work.folder(kind);
      const url = kind === "postgres" ? await postgres.database() : undefined;
      const projectId = await newProjectIn(folder, url);
      await using database = await openDatabase({ url, folder: url === undefined ? folder : null });
      const { db } = database;
      const blobs = join(folder, "blobs");
      await seed(db, projectId, count);
      const shared = writeBlobs(blobs, projectId, count);
      const log = createLog("error");
      const config = { maxProjectBytes: null };
      const needs = { db, blobs: fileBlobs(blobs), bus: createBus(log), clock: () => new Date(), config, log };
      const { ms } = await timed(() => retentionRound(needs));

      const stayed = await numbersOf(db, projectId);
      const requested = new Set([...retainedNumbers(count), count]);
      const orphans = await orphanRows(db, projectId);
      const files = new Set(filesBelow(join(blobs, String(projectId))));
      const expected = new Set([shared, ...[...stayed].map(hashOf)]);
      const name = (what: string) => `${what}, ${count.toLocaleString("en")} reports, ${kind}`;
      metrics.push(
        {
          name: name("a round"),
          value: ms / 1000,
          unit: "s",
          note: `${(ms / (count - requested.size)).toFixed(1)} ms a report`,
        },
        {
          name: name("reports wrongly kept or gone"),
          value: stayed.symmetricDifference(requested).size,
          unit: "rows",
          bar: { of: "value", max: 0 },
        },
        { name: name("rows without their report"), value: orphans, unit: "rows", bar: { of: "value", max: 0 } },
        {
          name: name("files that nothing refers to, or missing"),
          value: files.symmetricDifference(expected).size,
          unit: "files",
          bar: { of: "value", max: 0 },
          note: `${files.size} files are left`,
        },
      );
    }
    return metrics;
  },
};

/** Returns the numbers of kept reports. */
function retainedNumbers(count: number): number[] {
  return Array.from({ length: Math.ceil(count / retainedEach) }, (_, index) => 1 + index * retainedEach);
}

/**
 * Writes reports of one suite, a minute apart and older than 30 days. Each has 20 tests, details, a problem, an output, its own file and a shared
 * one. The last report is kept as the latest of its suite.
 */
async function seed(db: Db, projectId: number, count: number): Promise<void> {
  const owner = sql`select ${projectId}::bigint, r.id, u.id`;
  const ofEach = sql`from run r join upload u on u.project_id = r.project_id and u.run_id = r.id where r.project_id = ${projectId}`;
  await sql`
    insert into run (project_id, number, key, suite, framework, environment, branch, status, started_at, duration_ms,
                     total, passed, kept, counted_day)
    select ${projectId}::bigint, n, 'seeded ' || n, 'suite', 'playwright', 'staging', 'main', 'completed',
           ${now}::timestamptz - interval '60 days' + n * interval '1 minute', 1000, ${testsEach}::int, ${testsEach}::int,
           n % ${retainedEach}::int = 1, ((${now}::timestamptz - interval '60 days') at time zone 'UTC')::date
      from generate_series(1, ${count}::int) n
  `.execute(db);
  await sql`update run_counter set last_number = ${count} where project_id = ${projectId}`.execute(db);
  await sql`
    insert into upload (project_id, run_id, file_name, format, content_hash, bytes, status, writer)
    select ${projectId}::bigint, id, 'report.json', 'playwright', decode(md5(id::text), 'hex'), 1000, 'recorded', 0
      from run where project_id = ${projectId}
  `.execute(db);
  await sql`
    insert into test (project_id, key, file, title_path, variant, search_text, first_run_id)
    select ${projectId}::bigint, md5(n::text)::uuid, 'a.spec.ts', array['test ' || n], '', 'test ' || n, 0
      from generate_series(1, ${testsEach}::int) n
  `.execute(db);
  await sql`
    insert into result (project_id, run_id, upload_id, seq, test_id, occurrence, generation, rank, status, first_status, flaky, retries)
    ${owner}, t.id, t.id, 1, 0, 5, 'passed', 'passed', false, 0
    ${sql`from run r join upload u on u.project_id = r.project_id and u.run_id = r.id
          join test t on t.project_id = r.project_id where r.project_id = ${projectId}`}
  `.execute(db);
  await sql`insert into result_detail (project_id, run_id, upload_id, details) ${owner}, '\\x00'::bytea ${ofEach}`.execute(
    db,
  );
  await sql`insert into problem (project_id, run_id, upload_id, severity, reason) ${owner}, 'warning', 'odd' ${ofEach}`.execute(
    db,
  );
  await sql`insert into run_output (project_id, run_id, upload_id, stream, content) ${owner}, 'stdout', 'hello' ${ofEach}`.execute(
    db,
  );
  await sql`
    insert into artifact (project_id, run_id, upload_id, kind, name, content_type, size, blob_hash)
    ${owner}, 'screenshot', 'own.png', 'image/png', 10, encode(sha256(('picture ' || r.number)::bytea), 'hex') ${ofEach}
     union all
    ${owner}, 'screenshot', 'shared.png', 'image/png', 10, encode(sha256('shared'::bytea), 'hex') ${ofEach}
  `.execute(db);
  await sql`vacuum (analyze)`.execute(db);
}

function hashOf(number: number): string {
  return sha256(`picture ${number}`);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Writes the files with a modification time some hours ago, and returns the hash of the shared file. */
function writeBlobs(folder: string, projectId: number, count: number): string {
  const shared = sha256("shared");
  const before = new Date(now.getTime() - 5 * hourMs);
  for (const hash of [shared, ...Array.from({ length: count }, (_, index) => hashOf(index + 1))]) {
    const path = join(folder, String(projectId), hash.slice(0, 2), hash);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "a picture");
    utimesSync(path, before, before);
  }
  return shared;
}

async function numbersOf(db: Db, projectId: number): Promise<Set<number>> {
  const { rows } = await sql<{ number: number }>`select number from run where project_id = ${projectId}`.execute(db);
  return new Set(rows.map(({ number }) => number));
}

async function orphanRows(db: Db, projectId: number): Promise<number> {
  let orphans = 0;
  for (const table of tables) {
    const ofRun =
      table === "released_blob"
        ? sql``
        : sql`and not exists (select 1 from run where project_id = t.project_id and id = t.run_id)`;
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} t where project_id = ${projectId} ${ofRun}
    `.execute(db);
    orphans += rows[0]?.count ?? 0;
  }
  return orphans;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}
