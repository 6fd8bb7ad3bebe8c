import { searchedText } from "@plumb/contract/text/search-words.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import type { Revised } from "#read-models/read-model.ts";

/** A column with repeated values: the distinct values, and for each row the index of its value (-1 if it has none). */
export interface Repeated {
  readonly values: readonly string[];
  readonly codes: Int32Array;
}

/**
 * Current results of a run in the order of the list, in columns of about 47 bytes per result. Queries over all results of a run use them; only the
 * rows to show are read from the database, by id.
 */
export interface ResultColumns {
  readonly length: number;
  readonly ids: Float64Array;
  readonly testIds: Float64Array;
  /** 1, or greater if the same test has several results. */
  readonly occurrences: Uint16Array;
  readonly ranks: Uint8Array;
  /** Milliseconds; NaN if the report has no duration. */
  readonly durations: Float32Array;
  readonly browsers: Repeated;
  readonly authors: Repeated;
  /** Signatures of the errors. */
  readonly failures: Repeated;
  /** First line of the error or skip reason in lower case, by index, for results that have one. */
  readonly lines: ReadonlyMap<number, string>;
  /** Types, and `type=description`, by index, for results that have annotations. */
  readonly annotations: ReadonlyMap<number, readonly string[]>;
}

// Control characters that do not occur in names.
const betweenResults = "\u001E";
const betweenColumns = "\u001F";
const betweenValues = "\u001D";

/** Results per statement. The embedded database serves other clients between statements, and responses do not grow with the run. */
const usuallyAtOnce = 10_000;

/**
 * Reads a run page by page. A run that changes is read in one transaction, which blocks other queries of the
 * embedded database.
 */
export async function loadResultColumns(
  db: Db,
  projectId: number,
  runId: number,
  resultsAtOnce = usuallyAtOnce,
): Promise<Revised<ResultColumns>> {
  const before = await runOf(db, projectId, runId);
  if (!before.running) {
    const value = await readPages(db, projectId, runId, resultsAtOnce);
    if ((await runOf(db, projectId, runId)).revision === before.revision) return { revision: before.revision, value };
  }
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      const { revision } = await runOf(transaction, projectId, runId);
      return { revision, value: await readPages(transaction, projectId, runId, resultsAtOnce) };
    });
}

interface RunAsRead {
  /** `null` if the run does not exist. */
  readonly revision: number | null;
  readonly running: boolean;
}

async function runOf(db: Db, projectId: number, runId: number): Promise<RunAsRead> {
  const { rows } = await sql<RunAsRead>`
    select revision, status = 'running' as running from run where project_id = ${projectId} and id = ${runId}
  `.execute(db);
  return rows[0] ?? { revision: null, running: false };
}

async function readPages(db: Db, projectId: number, runId: number, resultsAtOnce: number): Promise<ResultColumns> {
  const columns = collectColumns();
  let last = { rank: -1, seq: 0 };
  for (;;) {
    const page = await readPage(db, projectId, runId, last, resultsAtOnce);
    for (const result of page.results) columns.put(result);
    if (page.results.length < resultsAtOnce) return columns.read();
    last = page.last;
  }
}

interface Page {
  readonly results: readonly string[];
  /** Position of its last result in the list. */
  readonly last: { readonly rank: number; readonly seq: number };
}

/** Selects one text, because the driver takes longer to parse the rows than the database to read them. */
async function readPage(
  db: Db,
  projectId: number,
  runId: number,
  after: Page["last"],
  resultsAtOnce: number,
): Promise<Page> {
  const plain = (column: RawBuilder<unknown>) =>
    sql`coalesce(translate(${column}, ${betweenResults + betweenColumns}, ''), '')`;
  const { rows } = await sql<Page["last"] & { results: string | null }>`
    select string_agg(line, ${betweenResults}) as results, max(rank) as rank, max(seq) filter (where rank = highest) as seq
      from (select rank, seq, max(rank) over () as highest,
                   concat_ws(${betweenColumns}, id, test_id, occurrence, rank, coalesce(duration_ms::text, ''), ${plain(sql`browser`)},
                             ${plain(sql`author`)}, coalesce(failure_signature, ''), ${plain(sql`error_line`)},
                             ${plain(sql`array_to_string(annotations, ${betweenValues})`)}) as line
              from (select * from result
                     where project_id = ${opaqueProjectId(projectId)} and run_id = ${opaqueRunId(runId)} and superseded_by is null
                       and (rank, seq) > (${after.rank}::smallint, ${after.seq}::integer)
                     order by rank, seq limit ${resultsAtOnce}) page
             order by rank, seq) ordered
  `.execute(db);
  const { results = null, ...last } = rows[0] ?? { rank: 0, seq: 0 };
  return { results: results === null ? [] : results.split(betweenResults), last };
}

function collectColumns() {
  const [ids, testIds, occurrences, ranks, durations]: [number[], number[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
    [],
  ];
  const [browsers, authors, failures] = [createCollector(), createCollector(), createCollector()];
  const lines = new Map<number, string>();
  const annotations = new Map<number, readonly string[]>();
  const own = createOwnTexts();
  return {
    put(result: string): void {
      const [
        id,
        testId,
        occurrence,
        rank,
        duration,
        browser = "",
        author = "",
        failure = "",
        line = "",
        reported = "",
      ] = result.split(betweenColumns);
      const index = ids.push(Number(id)) - 1;
      testIds.push(Number(testId));
      occurrences.push(Number(occurrence));
      ranks.push(Number(rank));
      durations.push(duration === "" ? Number.NaN : Number(duration));
      browsers.put(browser);
      authors.put(author);
      failures.put(failure);
      if (line !== "") lines.set(index, own(searchedText(line)));
      if (reported !== "") annotations.set(index, reported.split(betweenValues).map(own));
    },
    read: (): ResultColumns => ({
      length: ids.length,
      ids: Float64Array.from(ids),
      testIds: Float64Array.from(testIds),
      occurrences: Uint16Array.from(occurrences),
      ranks: Uint8Array.from(ranks),
      durations: Float32Array.from(durations),
      browsers: browsers.read(),
      authors: authors.read(),
      failures: failures.read(),
      lines,
      annotations,
    }),
  };
}

/** Collects the values of a column row by row. An empty string means that the row has no value. */
export function createCollector() {
  const known = new Map<string, number>();
  const values: string[] = [];
  const codes: number[] = [];
  return {
    put(value: string): void {
      let code = value === "" ? -1 : known.get(value);
      if (code === undefined) {
        const own = copied(value);
        code = values.push(own) - 1;
        known.set(own, code);
      }
      codes.push(code);
    },
    read: (): Repeated => ({ values, codes: Int32Array.from(codes) }),
  };
}

/** Returns the same string object for equal strings. */
function createOwnTexts(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const own = copied(text);
    known.set(own, own);
    return own;
  };
}

/** Copies the text, because a substring would keep the whole page in memory. */
function copied(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
