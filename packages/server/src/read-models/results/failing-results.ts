import { sql } from "kysely";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { among, changesOf } from "#store/failures/run-changes.ts";
import type { Revised } from "#read-models/read-model.ts";
import type { Counts } from "./counts.ts";
import { createCollector, type Repeated } from "./result-columns.ts";

/** Results of a run that failed, were flaky or have an error, in columns. Superseded results are excluded. */
export interface FailingResults {
  /** Counters of the run over all its results. */
  readonly run: Counts;
  readonly length: number;
  readonly ids: Float64Array;
  readonly testIds: Float64Array;
  /** 1, or greater if the same test has several results. */
  readonly occurrences: Uint16Array;
  readonly ranks: Uint8Array;
  /** Positions in the list, within a rank. */
  readonly seqs: Int32Array;
  readonly signatures: Repeated;
  readonly authors: Repeated;
}

/** Compares by position in the list. */
export function byListIndex(
  one: { readonly rank: number; readonly seq: number },
  other: { readonly rank: number; readonly seq: number },
): number {
  return one.rank - other.rank || one.seq - other.seq;
}

interface Row {
  readonly id: number;
  readonly testId: number;
  readonly occurrence: number;
  readonly rank: number;
  readonly seq: number;
  readonly signature: string;
  readonly author: string;
}

// Control characters that do not occur in names.
const betweenResults = "\u001E";
const betweenColumns = "\u001F";

/** Reads all failing results, or only those that live batches changed since `before`. */
export async function loadFailingResults(
  db: Db,
  projectId: number,
  runId: number,
  before: Revised<FailingResults> | undefined,
): Promise<Revised<FailingResults>> {
  const since = before?.revision ?? null;
  if (before !== undefined && since !== null) {
    const read = await readFailing(db, projectId, runId, since);
    if (read.changed !== null)
      return { revision: read.revision, value: merged(before.value, read, new Set(read.changed)) };
  }
  const read = await readFailing(db, projectId, runId, null);
  return { revision: read.revision, value: columnsOf(read.run, read.rows.length, read.rows) };
}

interface Read {
  readonly revision: number | null;
  readonly run: Counts;
  readonly rows: readonly Row[];
  /** Ids of all changed results; `null` if it is not known which results changed. */
  readonly changed: readonly number[] | null;
}

const none: Counts = { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 };

/**
 * Reads counters and results in one statement, so that they are consistent.
 *
 * @param since Only reads changes after this revision.
 */
async function readFailing(db: Db, projectId: number, runId: number, since: number | null): Promise<Read> {
  const between = since === null ? null : { since, until: maximum };
  const isAmong = among({ projectId, runId, between }, sql`id`);
  const changes = changesOf({ projectId, runId }, { since: since ?? maximum, until: maximum });
  const { rows } = await sql<Counts & { revision: number; changed: number[] | null; results: string | null }>`
    select r.revision, r.total, r.passed, r.failed, r.errored, r.skipped, r.flaky,
           case when (select count(distinct revision) ${changes}) = r.revision - ${since ?? maximum}
                then array(select distinct result_id::float8 ${changes}) end as changed,
           (select string_agg(concat_ws(${betweenColumns}, id, test_id, occurrence, rank, seq, coalesce(failure_signature, ''),
                                        coalesce(translate(author, ${betweenResults + betweenColumns}, ''), '')), ${betweenResults})
              from result
             where project_id = ${opaqueProjectId(projectId)} and run_id = r.id and superseded_by is null
               and (rank in (0, 1, 3) or failure_signature is not null) and ${isAmong}) as results
      from run r where r.project_id = ${opaqueProjectId(projectId)} and r.id = ${opaqueRunId(runId)}
  `.execute(db);
  const [read] = rows;
  if (read === undefined) return { revision: null, run: none, rows: [], changed: null };
  const { revision, changed, results, ...run } = read;
  return { revision, run, changed, rows: (results ?? "").split(betweenResults).flatMap(rowOf) };
}

/** Greater than any revision. */
const maximum = 2_147_483_647;

function rowOf(text: string): Row[] {
  if (text === "") return [];
  const [id, testId, occurrence, rank, seq, signature = "", author = ""] = text.split(betweenColumns);
  return [
    {
      id: Number(id),
      testId: Number(testId),
      occurrence: Number(occurrence),
      rank: Number(rank),
      seq: Number(seq),
      signature,
      author,
    },
  ];
}

/** Returns the previous rows with the changed ones replaced. */
function merged(before: FailingResults, { run, rows }: Read, changed: ReadonlySet<number>): FailingResults {
  return columnsOf(run, before.length + rows.length, all());

  function* all(): Generator<Row> {
    for (let index = 0; index < before.length; index++)
      if (!changed.has(before.ids[index] as number)) yield rowAt(before, index);
    yield* rows;
  }
}

function rowAt(results: FailingResults, index: number): Row {
  const { ids, testIds, occurrences, ranks, seqs, signatures, authors } = results;
  return {
    id: ids[index] as number,
    testId: testIds[index] as number,
    occurrence: occurrences[index] as number,
    rank: ranks[index] as number,
    seq: seqs[index] as number,
    signature: signatures.values[signatures.codes[index] as number] ?? "",
    author: authors.values[authors.codes[index] as number] ?? "",
  };
}

/** @param max Maximum number of rows. */
function columnsOf(run: Counts, max: number, rows: Iterable<Row>): FailingResults {
  const [ids, testIds] = [new Float64Array(max), new Float64Array(max)];
  const [occurrences, ranks, seqs] = [new Uint16Array(max), new Uint8Array(max), new Int32Array(max)];
  const [signatures, authors] = [createCollector(), createCollector()];
  let length = 0;
  for (const { id, testId, occurrence, rank, seq, signature, author } of rows) {
    ids[length] = id;
    testIds[length] = testId;
    occurrences[length] = occurrence;
    ranks[length] = rank;
    seqs[length] = seq;
    signatures.put(signature);
    authors.put(author);
    length += 1;
  }
  const columns = { ids, testIds, occurrences, ranks, seqs };
  return { run, length, ...columns, signatures: signatures.read(), authors: authors.read() };
}
