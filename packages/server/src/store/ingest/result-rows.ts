import { TestStatus } from "@plumb/contract/result-event.ts";
import { texts } from "#store/array-literal.ts";
import { absent, copiedLine, copiedTimestamp, copiedText, copiedValue } from "#store/copy-lines.ts";
import type { NewResult } from "./batch.ts";
import type { Matchable, MatchedResult } from "@plumb/analysis/executions/match-results.ts";
import { testLine } from "#store/tests/new-test.ts";
import { rankOf, retriesOf, workerOf } from "./result-values.ts";

/**
 * Results of a batch, as the reading thread passes them to the database: columns for the fields that determine a result's position, and `COPY` lines
 * for the rest. With objects, which repeat the name of each field, the transfer took a quarter of the time to read a JUnit report.
 */
export interface ResultRows {
  readonly keys: readonly string[];
  /** Five numbers per result: occurrence, retries, worker, duration, start. NaN represents `null`. */
  readonly numbers: Float64Array;
  /** Four values per result: status, first status, flaky, whether it has several attempts. */
  readonly states: Uint8Array;
  readonly authors: readonly (string | null)[];
  /** Attempts as JSON; `null` if the row describes the only one completely. */
  readonly spans: readonly (string | null)[];
  /** Last columns of `resultTable`, one line per result. */
  readonly results: readonly string[];
  /** `testColumns` of each result's test. */
  readonly tests: readonly string[];
}

const numbersEach = 5;
const statesEach = 4;
const statuses = TestStatus.options;

/** Fields of a reported result that determine its position, and the index of its row. */
export interface RowResult extends Matchable {
  readonly index: number;
  readonly author: string | null;
}

/** Converts results to rows as they are read, so that only a few strings of each stay in memory. */
export function createRows() {
  const keys: string[] = [];
  const numbers: number[] = [];
  const states: number[] = [];
  const authors: (string | null)[] = [];
  const spans: (string | null)[] = [];
  const results: string[] = [];
  const tests: string[] = [];
  let slot = 0;
  return {
    add(result: NewResult): void {
      const { key, occurrence, retries, worker, durationMs, startedAt, status, firstStatus, flaky } = result;
      keys.push(key);
      numbers.push(
        occurrence ?? Number.NaN,
        retries,
        worker ?? Number.NaN,
        durationMs ?? Number.NaN,
        startedAt ?? Number.NaN,
      );
      states.push(
        statuses.indexOf(status),
        statuses.indexOf(firstStatus),
        flaky ? 1 : 0,
        result.attempts.length > 1 ? 1 : 0,
      );
      authors.push(result.author);
      spans.push(isOwnAttempt(result) ? null : JSON.stringify(result.attempts));
      results.push(lineOf(result, result.detailed ? slot++ : null));
      tests.push(testLine(result));
    },
    rows: (): ResultRows => ({
      keys,
      numbers: Float64Array.from(numbers),
      states: Uint8Array.from(states),
      authors,
      spans,
      results,
      tests,
    }),
  };
}

/** Returns the results of these rows in order. */
export function resultsOfRows({ keys, numbers, states, authors }: ResultRows): RowResult[] {
  return keys.map((key, index) => {
    const number = index * numbersEach;
    const state = index * statesEach;
    const occurrence = numbers[number] as number;
    const durationMs = numbers[number + 3] as number;
    return {
      index,
      key,
      occurrence: Number.isNaN(occurrence) ? undefined : occurrence,
      status: statuses[states[state] as number] as TestStatus,
      firstStatus: statuses[states[state + 1] as number] as TestStatus,
      flaky: states[state + 2] === 1,
      retries: numbers[number + 1] as number,
      durationMs: Number.isNaN(durationMs) ? null : durationMs,
      author: authors[index] as string | null,
    };
  });
}

/** Table and columns for the lines of `copiedResults`. */
export const resultTable =
  "result (id, project_id, run_id, upload_id, detail_id, seq, test_id, occurrence, generation, rank, status, first_status, flaky, retries, duration_ms, attempt_spans, detail_slot, worker, started_at, browser, author, error_line, failure_signature, annotations, max_retries, timeout_ms, assertions)";

function lineOf(result: NewResult, slot: number | null): string {
  const { startedAt, browser, author, errorLine, failureSignature, annotations } = result;
  const { maxRetries, timeoutMs, assertions } = result;
  return copiedLine([
    copiedValue(slot),
    copiedValue(workerOf(result)),
    copiedTimestamp(startedAt),
    copiedText(browser),
    copiedText(author),
    copiedText(errorLine),
    failureSignature ?? absent,
    annotations.length === 0 ? absent : copiedText(texts(annotations)),
    copiedValue(maxRetries),
    copiedValue(timeoutMs),
    copiedValue(assertions),
  ]);
}

/** Fields that the rows of a batch share. */
export interface RowOwner {
  readonly projectId: number;
  readonly runId: number;
  readonly sourceId: number;
  readonly detailId: number | null;
}

/**
 * Returns the placed results as lines of `COPY`.
 *
 * @param ids Ids of the new rows.
 * @param total Number of tests already in the run.
 */
export function copiedResults(
  rows: ResultRows,
  placed: readonly MatchedResult<RowResult>[],
  { projectId, runId, sourceId, detailId }: RowOwner,
  ids: readonly number[],
  total: number,
): string {
  const owner = `${projectId}\t${runId}\t${sourceId}\t`;
  let lines = "";
  for (const [n, result] of placed.entries()) {
    const { index, testId, occurrence, generation, status, firstStatus, flaky, durationMs } = result;
    const line = rows.results[index] as string;
    const detail = line.startsWith(absent) ? absent : detailId;
    lines += `${ids[n]}\t${owner}${detail}\t${total + n + 1}\t${testId}\t${occurrence}\t${generation}\t${rankOf(result)}\t`;
    lines += `${status}\t${firstStatus}\t${flaky}\t${retriesOf(result)}\t${durationMs ?? absent}\t`;
    lines += `${copiedText(spansOf(rows, index, generation))}\t${line}\n`;
  }
  return lines;
}

/**
 * Returns `null` if the row describes its only attempt completely. A repeated result's duration includes earlier attempts, so its own duration is
 * stored here.
 */
function spansOf({ spans, numbers, states }: ResultRows, index: number, generation: number): string | null {
  const state = index * statesEach;
  if (generation === 0 && states[state + 3] === 0) return null;
  const [, , worker, durationMs, startedAt] = numbers.subarray(index * numbersEach, (index + 1) * numbersEach);
  const own = () => [[orNull(startedAt), orNull(durationMs), orNull(worker), statuses[states[state + 1] as number]]];
  return spans[index] ?? JSON.stringify(own());
}

function orNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** Returns true if the row describes its only attempt completely. */
function isOwnAttempt({ attempts, startedAt, durationMs, worker, firstStatus }: NewResult): boolean {
  const [only] = attempts;
  return (
    only !== undefined &&
    attempts.length === 1 &&
    only[0] === startedAt &&
    only[1] === durationMs &&
    only[2] === worker &&
    only[3] === firstStatus
  );
}
