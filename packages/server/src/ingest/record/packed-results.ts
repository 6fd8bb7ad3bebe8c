import { TestStatus } from "@plumb/contract/result-event.ts";
import type { AttemptSpan, NewResult } from "#store/ingest/batch.ts";

/**
 * The results of a batch in columns, as they go from the thread that read them to the server. As objects they carry the name of
 * each of their members: handing them over took a quarter of the reading of a JUnit report.
 */
export interface PackedResults {
  /** Of each result five, NaN for null: occurrence, retries, worker, duration, start. */
  readonly numbers: Float64Array;
  /** Of each result five: status, first status, flaky, detailed, how many titles it has. */
  readonly states: Uint8Array;
  readonly keys: readonly string[];
  readonly titles: readonly string[];
  readonly files: readonly (string | null)[];
  readonly variants: readonly string[];
  readonly browsers: readonly (string | null)[];
  readonly authors: readonly (string | null)[];
  readonly errorLines: readonly (string | null)[];
  readonly failureSignatures: readonly (string | null)[];
  /** Null where there are none, as for most. */
  readonly tags: readonly (readonly string[] | null)[];
  readonly annotations: readonly (readonly string[] | null)[];
  /** Null where the row says all of its only attempt. */
  readonly attempts: readonly (readonly AttemptSpan[] | null)[];
}

const perResult = 5;
const statuses = TestStatus.options;

export function packResults(results: readonly NewResult[]): PackedResults {
  const numbers = new Float64Array(results.length * perResult);
  const states = new Uint8Array(results.length * perResult);
  for (const [index, result] of results.entries()) {
    const at = index * perResult;
    numbers[at] = result.occurrence ?? Number.NaN;
    numbers[at + 1] = result.retries;
    numbers[at + 2] = result.worker ?? Number.NaN;
    numbers[at + 3] = result.durationMs ?? Number.NaN;
    numbers[at + 4] = result.startedAt ?? Number.NaN;
    states[at] = statuses.indexOf(result.status);
    states[at + 1] = statuses.indexOf(result.firstStatus);
    states[at + 2] = result.flaky ? 1 : 0;
    states[at + 3] = result.detailed ? 1 : 0;
    states[at + 4] = result.titlePath.length;
  }
  return {
    numbers,
    states,
    keys: results.map(({ key }) => key),
    titles: results.flatMap(({ titlePath }) => titlePath),
    files: results.map(({ file }) => file),
    variants: results.map(({ variant }) => variant),
    browsers: results.map(({ browser }) => browser),
    authors: results.map(({ author }) => author),
    errorLines: results.map(({ errorLine }) => errorLine),
    failureSignatures: results.map(({ failureSignature }) => failureSignature),
    tags: results.map(({ tags }) => (tags.length === 0 ? null : tags)),
    annotations: results.map(({ annotations }) => (annotations.length === 0 ? null : annotations)),
    attempts: results.map((result) => (isOwnAttempt(result) ? null : result.attempts)),
  };
}

export function unpackResults(packed: PackedResults): NewResult[] {
  const number = (at: number) => {
    const value = packed.numbers[at] as number;
    return Number.isNaN(value) ? null : value;
  };
  const status = (at: number) => statuses[packed.states[at] as number] as TestStatus;
  let title = 0;
  return packed.keys.map((key, index) => {
    const at = index * perResult;
    const titlePath = packed.titles.slice(title, (title += packed.states[at + 4] as number));
    const occurrence = number(at);
    const firstStatus = status(at + 1);
    const worker = number(at + 2);
    const durationMs = number(at + 3);
    const startedAt = number(at + 4);
    return {
      key,
      file: packed.files[index] as string | null,
      titlePath,
      variant: packed.variants[index] as string,
      ...(occurrence === null ? {} : { occurrence }),
      tags: packed.tags[index] ?? [],
      status: status(at),
      firstStatus,
      flaky: packed.states[at + 2] === 1,
      retries: packed.numbers[at + 1] as number,
      worker,
      durationMs,
      startedAt,
      attempts: packed.attempts[index] ?? [[startedAt, durationMs, worker, firstStatus]],
      browser: packed.browsers[index] as string | null,
      author: packed.authors[index] as string | null,
      annotations: packed.annotations[index] ?? [],
      errorLine: packed.errorLines[index] as string | null,
      failureSignature: packed.failureSignatures[index] as string | null,
      detailed: packed.states[at + 3] === 1,
    };
  });
}

/** True where its only attempt is what the result itself says. */
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
