import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";
import { type Revised, runRevision } from "#store/runs/run-cache.ts";

/** Values of a column that repeat: each once, and for each result which of them it has; -1: none. */
export interface Repeated {
  readonly values: readonly string[];
  readonly codes: Int32Array;
}

/**
 * The results of a run that were not run again, in the order of the list, column by column: about 47 bytes each. What
 * looks at every result of a run looks here; rows are read from the database, by id, when they are shown.
 */
export interface ResultColumns {
  readonly length: number;
  readonly ids: Float64Array;
  readonly testIds: Float64Array;
  /** 1, or higher when the same test appears several times. */
  readonly occurrences: Uint16Array;
  readonly ranks: Uint8Array;
  /** Milliseconds; NaN where the report does not say. */
  readonly durations: Float32Array;
  readonly browsers: Repeated;
  readonly authors: Repeated;
  /** By signature. */
  readonly failures: Repeated;
  /** Lower-case line of the error or the skip's reason, of those that have one. */
  readonly lines: ReadonlyMap<number, string>;
  /** Types, and `type=description`, of those that have annotations. */
  readonly annotations: ReadonlyMap<number, readonly string[]>;
}

// Control characters that no name needs.
const betweenResults = "\u001E";
const betweenColumns = "\u001F";
const betweenValues = "\u001D";

/** One text, because the driver takes longer over 50,000 rows than the database does. */
export async function loadResultColumns(db: Db, projectId: number, runId: number): Promise<Revised<ResultColumns>> {
  const plain = (column: RawBuilder<unknown>) =>
    sql`coalesce(translate(${column}, ${betweenResults + betweenColumns}, ''), '')`;
  const { rows } = await sql<{ revision: number | null; results: string | null }>`
    select ${runRevision(projectId, runId)} as revision, string_agg(line, ${betweenResults}) as results
      from (select concat_ws(${betweenColumns}, id, test_id, occurrence, rank, coalesce(duration_ms::text, ''), ${plain(sql`browser`)},
                             ${plain(sql`author`)}, coalesce(failure_signature, ''), ${plain(sql`error_line`)},
                             ${plain(sql`array_to_string(annotations, ${betweenValues})`)}) as line
              from result
             where project_id = ${projectId} and run_id = ${runId} and superseded_by is null
             order by rank, seq) ordered
  `.execute(db);
  const { revision = null, results = null } = rows[0] ?? {};
  return { revision, value: columnsOf(results === null ? [] : results.split(betweenResults)) };
}

function columnsOf(results: readonly string[]): ResultColumns {
  const { length } = results;
  const columns = {
    length,
    ids: new Float64Array(length),
    testIds: new Float64Array(length),
    occurrences: new Uint16Array(length),
    ranks: new Uint8Array(length),
    durations: new Float32Array(length),
  };
  const browsers = createCollector(length);
  const authors = createCollector(length);
  const failures = createCollector(length);
  const lines = new Map<number, string>();
  const annotations = new Map<number, readonly string[]>();
  for (const [index, result] of results.entries()) {
    const [id, testId, occurrence, rank, duration, browser = "", author = "", failure = "", line = "", said = ""] =
      result.split(betweenColumns);
    columns.ids[index] = Number(id);
    columns.testIds[index] = Number(testId);
    columns.occurrences[index] = Number(occurrence);
    columns.ranks[index] = Number(rank);
    columns.durations[index] = duration === "" ? Number.NaN : Number(duration);
    browsers.put(index, browser);
    authors.put(index, author);
    failures.put(index, failure);
    if (line !== "") lines.set(index, line.toLowerCase());
    if (said !== "") annotations.set(index, said.split(betweenValues));
  }
  return {
    ...columns,
    browsers: browsers.column,
    authors: authors.column,
    failures: failures.column,
    lines,
    annotations,
  };
}

/** Gathers values that repeat; an empty one is none. */
export function createCollector(length: number) {
  const known = new Map<string, number>();
  const values: string[] = [];
  const codes = new Int32Array(length).fill(-1);
  return {
    column: { values, codes } satisfies Repeated,
    put(index: number, value: string): void {
      if (value === "") return;
      let code = known.get(value);
      if (code === undefined) {
        code = values.push(value) - 1;
        known.set(value, code);
      }
      codes[index] = code;
    },
  };
}
