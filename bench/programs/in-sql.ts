import { sql } from "kysely";
import { type BenchPostgres, benchPostgres } from "../harness/databases.ts";
import type { Metric } from "../harness/metric.ts";
import { type BenchOptions, type Program, quickCount } from "../harness/program.ts";
import { seedFailures } from "../harness/seed-failures.ts";
import { seedTests } from "../harness/seed-tests.ts";
import { newProjectIn } from "../harness/server.ts";
import { quantile, sampled, timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";
import { createFailureIndex } from "../../packages/server/src/read-models/failures/failure-index.ts";
import { totalsOf } from "../../packages/server/src/read-models/failures/failure-lists.ts";
import { selectFailures } from "../../packages/server/src/read-models/failures/selected-failures.ts";
import { createResultIndex } from "../../packages/server/src/read-models/results/result-index.ts";
import { resultWindow } from "../../packages/server/src/read-models/results/result-window.ts";
import { createTestSearch } from "../../packages/server/src/read-models/tests/test-search.ts";
import { type Db, openDatabase } from "../../packages/server/src/store/db.ts";
import { rowsOf } from "../../packages/server/src/store/results/results.ts";

const dayMs = 86_400_000;
const pageSize = 100;
/** Tests whose insertion is measured with and without the trigram index. */
const insertedTests = 10_000;

/** Numbers of five digits, so that each is in few names. */
const rareWord = (call: number) => [`number-${10_000 + call * 7}`];
const commonWords = (call: number) => ["keeps", `part ${call % 20}`];
const startOf = (call: number) => Date.now() - 30 * dayMs + call * 1000;

/** A query that is answered from memory and by PostgreSQL. Both get the number of the call, so that no call repeats an earlier one. */
interface Query {
  readonly name: string;
  readonly inMemory: (call: number) => Promise<unknown>;
  readonly inSql: (call: number) => Promise<unknown>;
}

/** Measures whether PostgreSQL with trigram and covering indexes can replace the data that the server keeps in memory. */
export const inSql: Program = {
  name: "in-sql",
  summary: "three queries from the data in memory, and by PostgreSQL with trigram and covering indexes",
  async run({ quick, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const count of quick ? [quickCount] : [100_000, 1_000_000]) {
      const size = `${count.toLocaleString("en")} rows`;
      log(size);
      const measured = { postgres, folder: work.folder(size), count, size, quick };
      metrics.push(...(await measureTexts(measured)), ...(await measureFailures(measured)));
    }
    return metrics;
  },
};

interface Measured extends Pick<BenchOptions, "quick"> {
  readonly postgres: BenchPostgres;
  readonly folder: string;
  readonly count: number;
  readonly size: string;
}

/** Searches a project's tests, and a run with one result per test. */
async function measureTexts({ postgres, folder, count, size, quick }: Measured): Promise<Metric[]> {
  const url = await postgres.database();
  const projectId = await newProjectIn(folder, url);
  await seedTests({ url }, projectId, count);
  await using database = await openDatabase({ url, folder: null });
  const { db } = database;
  const runId = await seedRun(db, projectId);
  const metrics = await measureIndex(db, size);
  const search = createTestSearch()(db);
  const index = createResultIndex()(db);
  const testsWith = (words: (call: number) => readonly string[]): Omit<Query, "name"> => ({
    inMemory: (call) => search.find(projectId, words(call)),
    inSql: (call) =>
      sql`
        select id from test where project_id = ${projectId} and lower(search_text) like all(${patterns(words(call))}::text[])
         order by id desc limit 1000
      `.execute(db),
  });
  const resultsWith = (words: (call: number) => readonly string[]): Omit<Query, "name"> => ({
    inMemory: (call) =>
      resultWindow(index, { projectId, runId, status: "failed", words: words(call), offset: 0, limit: pageSize }),
    inSql: (call) => failedResults(db, { projectId, runId, words: words(call) }),
  });
  const queries: Query[] = [
    { name: "tests with a rare word", ...testsWith(rareWord) },
    { name: "tests with common words", ...testsWith(commonWords) },
    { name: "failed results of a run with a rare word", ...resultsWith(rareWord) },
    { name: "failed results of a run with common words", ...resultsWith(commonWords) },
  ];
  for (const query of queries) metrics.push(await measureQuery(query, size, quick));
  return metrics;
}

/** Counts failures by class over 30 days. */
async function measureFailures({ postgres, folder, count, size, quick }: Measured): Promise<Metric[]> {
  const url = await postgres.database();
  const projectId = await newProjectIn(folder, url);
  await seedFailures({ url }, projectId, count);
  await using database = await openDatabase({ url, folder: null });
  const { db } = database;
  await sql`
    create index covering_time on failure (project_id, failed_at) include (signature_id, gone, flaky)
  `.execute(db);
  await sql`vacuum (analyze) failure`.execute(db);
  const index = createFailureIndex()(db);
  const query: Query = {
    name: "failures of 30 days by class",
    inMemory: async (call) => {
      const selection = { projectId, from: startOf(call), until: null, words: [] };
      return totalsOf(await selectFailures(index, selection), new Map());
    },
    inSql: (call) =>
      sql`
        select g.class, count(*)::integer as failures, count(distinct g.id)::integer as groups
          from failure f
          join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
          left join failure_group g on g.project_id = s.project_id and g.id = s.group_id
         where f.project_id = ${projectId} and f.failed_at >= ${new Date(startOf(call))} and not f.gone and not f.flaky
         group by g.class
      `.execute(db),
  };
  return [await measureQuery(query, size, quick)];
}

async function measureQuery({ name, inMemory, inSql: asSql }: Query, size: string, quick: boolean): Promise<Metric> {
  const times = quick ? 5 : 40;
  let call = 0;
  const memory = await sampled(() => inMemory(call++), times);
  call = 0;
  const database = await sampled(() => asSql(call++), times);
  return {
    name: `${name}, ${size}: PostgreSQL, p95`,
    value: quantile(database.samples, 0.95),
    unit: "ms",
    against: { name: "from memory, p95", value: quantile(memory.samples, 0.95) },
    bar: { of: "value", max: 50 },
    note: `p50 ${quantile(database.samples, 0.5).toFixed(1)} against ${quantile(memory.samples, 0.5).toFixed(1)} ms; the first call from memory ${memory.firstMs.toFixed(0)} ms`,
  };
}

function patterns(words: readonly string[]): string {
  return `{${words.map((word) => `"%${word}%"`).join(",")}}`;
}

async function failedResults(
  db: Db,
  {
    projectId,
    runId,
    words,
  }: { readonly projectId: number; readonly runId: number; readonly words: readonly string[] },
): Promise<unknown> {
  const { rows } = await sql<{ total: number; ids: number[] | null }>`
    with found as materialized (
      select r.id, r.seq
        from result r join test t on t.project_id = r.project_id and t.id = r.test_id
       where r.project_id = ${projectId} and r.run_id = ${runId} and r.superseded_by is null and r.rank = 0
         and lower(t.search_text) like all(${patterns(words)}::text[])
    ) select (select count(*)::integer from found) as total,
             (select array_agg(id::float8) from (select id from found order by seq limit ${pageSize}) page) as ids
  `.execute(db);
  return await rowsOf(db, projectId, rows[0]?.ids ?? []);
}

/** Inserts a run with one result per test, of which one in fifty failed, and the covering index of its list. */
async function seedRun(db: Db, projectId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into run (project_id, number, key, suite, framework, environment, branch, status, started_at, duration_ms, total, failed, passed)
    select ${projectId}::bigint, 1000000, 'all', 'all', 'playwright', 'staging', 'main', 'failed', now(), 60000, n, n / 50, n - n / 50
      from (select count(*) as n from test where project_id = ${projectId}) t
    returning id
  `.execute(db);
  const runId = rows[0]?.id ?? 0;
  await sql`
    insert into result (project_id, run_id, upload_id, seq, test_id, occurrence, generation, rank, status, first_status, flaky, retries, duration_ms)
    select project_id, ${runId}::bigint, 0, n, id, 0, 0, case when n % 50 = 7 then 0 else 5 end,
           case when n % 50 = 7 then 'failed' else 'passed' end, case when n % 50 = 7 then 'failed' else 'passed' end, false, 0, 1000
      from (select project_id, id, (row_number() over (order by id))::integer as n from test where project_id = ${projectId}) t
  `.execute(db);
  await sql`
    create index covering_list on result (project_id, run_id, rank, seq) include (id, test_id, superseded_by)
  `.execute(db);
  await sql`vacuum (analyze) result`.execute(db);
  return runId;
}

/** Creates the trigram index. Measures its size and what it adds to the insertion of tests. */
async function measureIndex(db: Db, size: string): Promise<Metric[]> {
  const insert = async () => {
    const { ms } = await timed(() =>
      db.transaction().execute(async (transaction) => {
        await sql`
          insert into test (project_id, key, file, title_path, variant, search_text, first_run_id)
          select project_id, gen_random_uuid(), file, title_path, variant, search_text, 0 from test order by id desc limit ${insertedTests}
        `.execute(transaction);
        await sql`delete from test where first_run_id = 0 and id in (select id from test order by id desc limit ${insertedTests})`.execute(
          transaction,
        );
      }),
    );
    return ms;
  };
  // The first one fills caches.
  await insert();
  const before = await insert();
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create index test_trigrams on test using gin (lower(search_text) gin_trgm_ops) with (fastupdate = off)`.execute(
    db,
  );
  await sql`vacuum (analyze) test`.execute(db);
  const after = await insert();
  const { rows } = await sql<{ mb: number }>`select pg_relation_size('test_trigrams') / 1e6 as mb`.execute(db);
  return [
    { name: `size of the trigram index, ${size}`, value: Number(rows[0]?.mb), unit: "MB" },
    {
      name: `inserting ${insertedTests.toLocaleString("en")} tests, ${size}: with the trigram index`,
      value: after,
      unit: "ms",
      against: { name: "without", value: before },
    },
  ];
}
